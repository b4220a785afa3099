import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { CACHE_HOME } from '../machine/temporary-folder.ts'

const SOURCE = path.join(import.meta.dirname, 'observatory')
const SCANNER = 'node_modules/@mdn/mdn-http-observatory'
const INSTALL_MS = 120_000
const SCAN_MS = 30_000

const run = promisify(execFile)

/** The parts of the scanner's output that are used here. */
const Verdict = Type.Object({
  scan: Type.Object({
    grade: Type.String(),
    score: Type.Integer(),
    responseHeaders: Type.Record(Type.String(), Type.Unknown()),
  }),
  tests: Type.Record(
    Type.String(),
    Type.Object({
      pass: Type.Boolean(),
      /** The scanner's own short name for it. */
      result: Type.String(),
      /** Added to or subtracted from the score of 100. */
      scoreModifier: Type.Integer(),
    }),
  ),
})

export interface Observatory {
  /**
   * @param address host and port, and the path of a page if it is not the home page
   * @param authority the file of the certificate that the site's is believed by
   */
  scan(address: string, authority: string): Promise<Type.Static<typeof Verdict>>
}

/**
 * MDN's HTTP Observatory, as npm has it. It brings a server and a database client of its own, which the project does not need: so it is installed apart, from a lockfile of its own and without
 * running its scripts, the first time that a test asks for it.
 *
 * @returns what stands in the way, where it cannot be installed
 */
export async function prepareObservatory(): Promise<Observatory | { missing: string }> {
  try {
    // So that it trusts the certificate of the scanned site.
    await run('openssl', ['version'])
    const home = await homeOf()
    await access(home).catch(() => install(home))
    return { scan: (address, authority) => scan(home, address, authority) }
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return { missing: `MDN's Observatory cannot be run: ${reason}` }
  }
}

/** A folder for each set of versions. */
async function homeOf(): Promise<string> {
  const lockfile = await readFile(path.join(SOURCE, 'package-lock.json'))
  const key = createHash('sha256').update(lockfile).digest('hex').slice(0, 12)
  return path.join(CACHE_HOME, `finlore-observatory-${userInfo().uid}-${key}`)
}

/** Made in a folder of its own, and there at once or not at all. */
async function install(home: string): Promise<void> {
  const folder = await mkdtemp(path.join(CACHE_HOME, 'finlore-observatory-'))
  try {
    await cp(SOURCE, folder, { recursive: true })
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: INSTALL_MS,
    })
    // Its own script would fetch the list of browsers; no browser of the tests is in it.
    await writeFile(path.join(folder, SCANNER, 'conf/hsts-preload.json'), '{}')
    await rename(folder, home).catch(async (error) => {
      // Another test has installed it meanwhile.
      await access(home).catch(() => Promise.reject(error))
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function scan(home: string, address: string, authority: string) {
  const script = path.join(home, SCANNER, 'src/scan.js')
  const { stdout } = await run(process.execPath, [script, address], {
    timeout: SCAN_MS,
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: authority },
  })
  return Value.Parse(Verdict, JSON.parse(stdout))
}
