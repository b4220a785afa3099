import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { LOCALES, type Locale } from '../../services/shared/contracts/primitives.ts'
import { httpAddress } from './claim-machine.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig, type StartConfig } from './config.ts'
import { linkContent } from './link-content.ts'
import { complain, say } from './run-until-stopped.ts'
import { StartError } from './start-error.ts'

/** The ports of the second site are so much higher than those of the first, and so on. */
const PORT_STEP = 10
/** Settings that can be those of one site only. */
const OF_ONE_SITE = [
  'SITE_LOCALE',
  'SITE_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'PAGE_STORE',
  'MEILI_URL',
]

interface Site {
  locale: Locale
  url: string
  env: Record<string, string>
}

/**
 * `npm start -- all`: the sites in all languages beside each other, each as `npm start` runs it and with
 * data of its own, and with links to the others.
 *
 * @throws {StartError} when one of them does not start
 */
export async function startAll(env: NodeJS.ProcessEnv, cleanUp: CleanUp): Promise<void> {
  const wrong = OF_ONE_SITE.find((name) => env[name])
  if (wrong)
    throw new StartError(`${wrong} is a setting of one site. Leave it out to start all of them.`)
  const config = loadConfig(env)
  const folder = path.resolve(config.DATA_DIR, 'all')
  const content = path.join(folder, 'content')
  const sites = LOCALES.map((locale, index) => siteOf(config, folder, content, locale, index))
  const addresses = new Map(sites.map(({ locale, url }) => [locale, url]))
  await linkContent(config.CONTENT_DIR, content, addresses)

  const running: ChildProcess[] = []
  cleanUp.add(async () => {
    await Promise.all(running.map(endOf))
  })
  // One after the other: the first one builds the bundle, and a machine has only so many processors.
  for (const site of sites) {
    say(`starting ${site.locale} at ${site.url}`)
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...env, ...site.env },
    })
    running.push(child)
    await untilReady(site, child)
  }
  say(`all sites are ready: ${sites.map(({ url }) => url).join(' ')}`)
}

function siteOf(
  { HOST, PORT, CONTENT_PORT, WORKER_PORT }: StartConfig,
  folder: string,
  content: string,
  locale: Locale,
  index: number,
): Site {
  const step = index * PORT_STEP
  const env = {
    SITE_LOCALE: locale,
    PORT: String(PORT + step),
    CONTENT_PORT: String(CONTENT_PORT + step),
    WORKER_PORT: String(WORKER_PORT + step),
    DATA_DIR: path.join(folder, locale),
    CONTENT_DIR: content,
  }
  return { locale, url: httpAddress(HOST, PORT + step), env }
}

/** Passes on what the site says, and resolves once it is ready. @throws {StartError} when it ends before */
async function untilReady({ locale, url }: Site, child: ChildProcess): Promise<void> {
  const ready = Promise.withResolvers<void>()
  const pass = (stream: ChildProcess['stdout'], out: (line: string) => void) => {
    if (stream === null) return
    createInterface({ input: stream }).on('line', (line) => {
      out(`${locale}: ${line}`)
      if (line === `ready ${url}`) ready.resolve()
    })
  }
  pass(child.stdout, say)
  pass(child.stderr, complain)
  child.on('exit', (code, by) => {
    // Too late for the promise, if it was ready. The others run on.
    if (code !== 0) complain(`The site ${locale} ended by itself (${by ?? `exit code ${code}`}).`)
    ready.reject(new StartError(`The site ${locale} did not start. What it said stands above.`))
  })
  child.on('error', (error) => {
    ready.reject(new StartError(`The site ${locale} cannot be started: ${error.message}`))
  })
  await ready.promise
}

/** Asks it to end and waits for that: it takes 9.5 s at most, as `runUntilStopped` says. */
async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
