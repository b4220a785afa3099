import path from 'node:path'

/** How one process of the site is started by Node. */
export interface ProcessDefinition {
  /** What Node runs, from the root of the repository. */
  entry: string
  /** What stands after the entry, before whatever the caller adds. */
  args?: readonly string[]
  /** Flags of Node itself. */
  flags?: readonly string[]
  /** Environment variables that belong to the flags; the caller's environment overrides them. */
  env?: Readonly<Record<string, string>>
}

const PASSING_THROUGH = ['--max-semi-space-size=4', '--max-old-space-size=128']

/**
 * Every process that the image can be. Image, compose, chart and benches name them by these keys;
 * flags stand nowhere else.
 */
export const PROCESSES = {
  content: { entry: 'services/content/server.ts' },
  search: {
    entry: 'services/search/server.ts',
    // Memory that building a large index needed is returned to the system. V8 sets the rate of garbage
    // collection by the heap limit, so the limit is many times what the process uses.
    flags: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
    env: { MALLOC_MMAP_THRESHOLD_: '131072' },
  },
  indexer: { entry: 'services/search/indexer.ts' },
  render: {
    entry: 'services/render/server.ts',
    // See docs/performance.md for what each flag saves.
    flags: [
      '--max-semi-space-size=4',
      '--max-old-space-size=256',
      '--no-allocation-site-pretenuring',
    ],
    env: { MALLOC_ARENA_MAX: '1' },
  },
  worker: {
    entry: 'services/render/worker.ts',
    // One malloc arena, so that memory freed by one compressing thread is reused by the others. No full
    // collection below 80 MB of heap, of which 20 MB are in use: see docs/performance.md.
    flags: ['--max-semi-space-size=8', '--max-old-space-size=1024', '--initial-old-space-size=80'],
    env: { MALLOC_ARENA_MAX: '1' },
  },
  copy: {
    entry: 'services/render/files/copy/keep-copy.ts',
    // Without these limits, its memory is three times as large after copying very many pages.
    flags: ['--max-semi-space-size=4', '--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '1' },
  },
  'check-settings': { entry: 'deploy/run-check-settings.ts' },
  migrate: { entry: 'deploy/migrate.ts' },
  'wait-for-schema': { entry: 'deploy/wait-for-schema.ts' },
  import: {
    entry: 'services/content/content-command.ts',
    args: ['import'],
    // The same duration with less than half of the memory: garbage is collected more often.
    flags: ['--max-semi-space-size=8', '--max-old-space-size=2000'],
  },
  // They stream, so a small heap suffices: two thirds of the memory that Node takes by default.
  backup: { entry: 'services/content/run-backup.ts', flags: PASSING_THROUGH },
  restore: { entry: 'services/content/run-restore.ts', flags: PASSING_THROUGH },
  'create-keys': { entry: 'services/search/create-keys.ts' },
  'make-secrets': { entry: 'deploy/compose/make-secrets.ts' },
  'run-daily': { entry: 'deploy/compose/run-daily.ts' },
} as const satisfies Readonly<Record<string, ProcessDefinition>>

export type ProcessName = keyof typeof PROCESSES

/** What Node is started with: flags, the entry's whole path, arguments. */
export interface ProcessStart {
  args: readonly string[]
  /** The caller's environment, and what the process needs beside it. */
  env: NodeJS.ProcessEnv
}

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * @param name of the process; what else stands on a command line goes to it
 * @throws {Error} naming every process there is
 */
export function startOf(
  [name = '', ...more]: readonly string[],
  env: NodeJS.ProcessEnv,
): ProcessStart {
  if (!isProcessName(name)) {
    const known = Object.keys(PROCESSES).join(', ')
    throw new Error(
      `${name === '' ? 'No process is named' : `There is no process "${name}"`}; known are: ${known}`,
    )
  }
  const definition: ProcessDefinition = PROCESSES[name]
  const { entry, args = [], flags = [] } = definition
  return {
    args: [...flags, path.join(ROOT, entry), ...args, ...more],
    env: { ...definition.env, ...env },
  }
}

const isProcessName = (name: string): name is ProcessName => Object.hasOwn(PROCESSES, name)
