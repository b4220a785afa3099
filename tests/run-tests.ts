import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ensureWebBuild } from '../deploy/local/ensure-web-build.ts'
import { findWorkingBrowser } from './support/browser/prepare-browser.ts'
import { missingDocker } from './support/containers/docker.ts'
import { prepareObservatory } from './support/hostile/observatory.ts'
import { openKubeCluster } from './support/kube/kube-cluster.ts'
import { findHelms, NO_CLUSTER, NO_HELM } from './support/kube/kube-tools.ts'
import { missingPromtool } from './support/machine/promtool.ts'
import { openTemporaryFolder } from './support/machine/temporary-folder.ts'
import { prepareGatsbyLoader } from './support/servers/gatsby-loader.ts'
import { hasMeiliServer, NO_MEILI_SERVER } from './support/servers/meili-server.ts'

/** `npm test`: the checks, then every test that this machine can run. */

const ROOT = path.resolve(import.meta.dirname, '..')
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
const temporary = openTemporaryFolder()
process.once('exit', temporary.remove)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(script: string, ...args: string[]): Promise<number> {
  const env = { ...process.env, ...temporary.env }
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 1
}

const chosen = process.argv.slice(2)
const checks = chosen.length === 0 ? await run(path.join(import.meta.dirname, 'run-checks.ts')) : 0

await ensureWebBuild(say)
const leftOut: string[] = []
if (!(await findWorkingBrowser())) {
  if (process.env.CI) throw new Error('No Chromium starts here, and browser tests must run in CI')
  leftOut.push('--project', '!e2e')
  say('Left out: browser tests. No Chromium starts here; name one in CHROMIUM_PATH.')
}
const gatsby = await prepareGatsbyLoader()
if ('missing' in gatsby) say(`Left out: the site in Gatsby's own loader. ${gatsby.missing}`)
const observatory = await prepareObservatory()
if ('missing' in observatory) say(`Left out: what MDN's scanner says. ${observatory.missing}`)
if (!(await hasMeiliServer())) say(`Left out: tests of Meilisearch. ${NO_MEILI_SERVER}`)
if (missingPromtool) say(`Left out: tests of the alert rules: ${missingPromtool}`)
if ((await findHelms()).length === 0) say(`Left out: tests of the chart. ${NO_HELM}`)
else if (!(await openKubeCluster())) say(`Left out: installing the chart. ${NO_CLUSTER}`)
const noDocker = await missingDocker()
if (noDocker) say(`Left out: tests in containers: ${noDocker}`)
const tests = await run(VITEST, 'run', ...leftOut, ...chosen)
process.exitCode = checks === 0 ? tests : 1
