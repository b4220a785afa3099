import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locale } from '#shared/contracts/primitives.ts'
import { docker, hasMeiliImage, MEILI_IMAGE } from '../containers/docker.ts'
import { freePort } from '../site/run-site.ts'

const PROGRAM = 'meilisearch'
const READY_MS = 20_000
const LOOK_MS = 25

/** Why tests of Meilisearch are left out where they are. */
export const NO_MEILI_SERVER = `No Meilisearch here: put the program meilisearch (1.50) on PATH, pull ${MEILI_IMAGE}, or name a server in MEILI_URL and its master key in MEILI_KEY`

/** Why tests that stop and kill the server are left out where they are. */
export const NO_MEILI_PROGRAM =
  'No Meilisearch of our own here: put the program meilisearch (1.50) on PATH'

export interface MeiliServer {
  url: string
  /** The master key. */
  key: string
  stop(): Promise<void>
}

/** A server that the test may do anything to. */
export interface OwnMeiliServer extends MeiliServer {
  /** As a crash would end it. */
  kill(): Promise<void>
  /** Again on the same port, with what it had written down. */
  restart(): Promise<void>
  /** Again on the same port, with nothing. */
  wipe(): Promise<void>
  /** With SIGSTOP: connections are taken, and nothing is ever answered. */
  freeze(): void
  thaw(): void
}

/** Whether there is a server: one that is named, one of our own, or one in a container. */
export const hasMeiliServer = async (): Promise<boolean> =>
  process.env.MEILI_URL !== undefined ||
  (await findMeiliProgram()) !== undefined ||
  (await hasMeiliImage())

export async function findMeiliProgram(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    const file = path.join(folder, PROGRAM)
    const works = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (works) return file
  }
  return undefined
}

/** The server that the environment names, else one of our own, else one in a container. */
export async function useMeiliServer(): Promise<MeiliServer> {
  const { MEILI_URL: url, MEILI_KEY: key = '' } = process.env
  if (url !== undefined) return { url, key, stop: async () => {} }
  return (await findMeiliProgram()) ? startMeiliServer() : startMeiliContainer()
}

async function startMeiliContainer(): Promise<MeiliServer> {
  const key = `a-master-key-of-tests-${randomUUID()}`
  const settings = [
    `MEILI_MASTER_KEY=${key}`,
    'MEILI_EXPERIMENTAL_CONTAINS_FILTER=true',
    'MEILI_MAX_INDEXING_MEMORY=256MiB',
    'MEILI_NO_ANALYTICS=true',
  ].flatMap((setting) => ['--env', setting])
  const publish = ['--publish', '127.0.0.1:0:7700']
  const id = await docker('run', '--rm', '--detach', ...publish, ...settings, MEILI_IMAGE)
  const stop = async () => {
    await docker('rm', '--force', id)
  }
  try {
    const [address = ''] = (await docker('port', id, '7700/tcp')).split('\n')
    const deadline = Date.now() + READY_MS
    while (!(await answers(address))) {
      if (Date.now() > deadline) throw new Error(`${MEILI_IMAGE} did not start`)
      await sleep(LOOK_MS)
    }
    return { url: `http://${address}`, key, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of an index that no other test writes to. */
export const ownIndexName = (locale: Locale): string => `titles_${locale}_${randomUUID()}`

/** @param options beside those that make it small and quick */
export async function startMeiliServer(
  options: readonly string[] = ['--experimental-contains-filter'],
): Promise<OwnMeiliServer> {
  const program = await findMeiliProgram()
  if (!program) throw new Error(NO_MEILI_PROGRAM)
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-meili-'))
  const address = `127.0.0.1:${await freePort()}`
  const key = `a-master-key-of-tests-${randomUUID()}`
  const url = `http://${address}`
  const launch = () => launchServer(program, folder, [...options, '--master-key', key], address)
  let child = await launch()

  const kill = () => endWith(child, 'SIGKILL')
  return {
    url,
    key,
    kill,
    async restart() {
      await kill()
      child = await launch()
    },
    async wipe() {
      await kill()
      await rm(path.join(folder, 'data'), { recursive: true, force: true })
      child = await launch()
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launchServer(
  program: string,
  folder: string,
  options: readonly string[],
  address: string,
): Promise<ChildProcess> {
  const args = [
    ...['--db-path', path.join(folder, 'data'), '--http-addr', address, '--no-analytics'],
    // Of the machine's memory it would otherwise prepare two thirds for every batch.
    ...['--max-indexing-memory', '256MiB', '--log-level', 'ERROR'],
  ]
  const child = spawn(program, [...args, ...options], { stdio: 'ignore', cwd: folder })
  const deadline = Date.now() + READY_MS
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await endWith(child, 'SIGKILL')
      throw new Error(`${PROGRAM} did not start`)
    }
    await sleep(LOOK_MS)
  }
  return child
}

const answers = (address: string) =>
  fetch(`http://${address}/health`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
