import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { ProcessName } from '../../../deploy/processes.ts'
import { type EntryRun, runEntry, startEntry } from './run-entry.ts'
import { freePort } from './run-site.ts'

const HOST = '127.0.0.1'
const RUN_PROCESS = 'deploy/run-process.ts'

/** Processes that run until they are told to stop, each with a port of its own for operators. */
export const LASTING = ['content', 'search', 'indexer', 'render', 'worker', 'copy'] as const
type Lasting = (typeof LASTING)[number]
const SERVING: readonly Lasting[] = ['content', 'search', 'render']

/** The processes of one site, all with the same settings: each is given every secret. */
export interface GuardedSite {
  /** Starts a process that keeps running. */
  start(name: Lasting): EntryRun
  /** Runs a process to its end. */
  run(name: ProcessName, ...args: string[]): ReturnType<typeof runEntry>
  /** The output of all processes. */
  said(): string
  /** The address of a process; only those of `SERVING` have one. */
  urlOf(name: Lasting): string
  opsUrlOf(name: Lasting): string
  /** For other things that a test starts with them. */
  env: Record<string, string>
  folder: string
}

/** @param settings beside addresses of the processes among each other */
export async function guardedSite(settings: Record<string, string>): Promise<GuardedSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-guarded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'backups'))
  const ports = new Map<string, number>()
  for (const name of LASTING) ports.set(`${name} ops`, await freePort())
  for (const name of SERVING) ports.set(name, await freePort())
  const urlOf = (name: string) => `http://${HOST}:${ports.get(name)}`

  const env = {
    LOG_LEVEL: 'debug',
    DRAIN_MS: '0',
    SITE_LOCALE: 'en_US',
    SITE_URL: 'https://finlore.example',
    CONTENT_URL: urlOf('content'),
    SEARCH_URL: urlOf('search'),
    WORKER_URL: urlOf('worker ops'),
    PAGE_STORE: `file:${path.join(folder, 'pages')}`,
    COPY_DIR: path.join(folder, 'copy'),
    BACKUP_DIR: path.join(folder, 'backups'),
    SECRETS_DIR: path.join(folder, 'secrets'),
    OTEL_TRACES_SAMPLER: 'always_on',
    WAIT_SECONDS: '2',
    ...settings,
  }
  const runs: EntryRun[] = []
  const ended: string[] = []
  return {
    start(name) {
      const own = { PORT: `${ports.get(name) ?? 0}`, OPS_PORT: `${ports.get(`${name} ops`)}` }
      const run = startEntry(RUN_PROCESS, [name], { ...env, ...own })
      runs.push(run)
      return run
    },
    async run(name, ...args) {
      const result = await runEntry(RUN_PROCESS, [name, ...args], env)
      ended.push(result.stdout, result.stderr)
      return result
    },
    said: () => [...runs.flatMap((run) => [run.stdout(), run.stderr()]), ...ended].join('\n'),
    urlOf,
    opsUrlOf: (name) => urlOf(`${name} ops`),
    env,
    folder,
  }
}

/** An answer as text with its status and headers; what went wrong when there was none. */
export const ask = (url: string, init: RequestInit = {}): Promise<string> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(20_000), ...init }).then(
    async (answer) =>
      [answer.status, JSON.stringify([...answer.headers]), await answer.text()].join('\n'),
    (error) => String(error),
  )
