import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findGoTool } from '../machine/go-tools.ts'
import { freePort } from '../site/run-site.ts'

const PROGRAM = 'gofakes3'
const READY_MS = 10_000

/** Why the tests of buckets are left out where they are. */
export const NO_S3_SERVER = `no S3 server here: go install github.com/johannesboyne/gofakes3/cmd/${PROGRAM}@v1.2.0, or name it in S3_SERVER_BIN`

/** Credentials; the server accepts any. */
export const S3_CREDENTIALS = { accessKeyId: 'tests', secretAccessKey: 'a-secret-of-tests' }

export interface S3Server {
  /** The `PAGE_STORE` setting for a prefix of the bucket. */
  address(prefix: string): string
  stop(): Promise<void>
}

/** @returns the program's file, from `S3_SERVER_BIN`, `PATH` or where Go puts programs */
export const findS3Server = async (): Promise<string | undefined> =>
  process.env.S3_SERVER_BIN || (await findGoTool(PROGRAM))

/** Starts an S3 server with an empty bucket, in memory. */
export async function startS3Server(program: string): Promise<S3Server> {
  const endpoint = `127.0.0.1:${await freePort()}`
  const bucket = 'finlore-dev'
  const args = ['-backend', 'memory', '-host', endpoint, '-initialbucket', bucket, '-quiet']
  const child = spawn(program, args, { stdio: 'ignore' })
  const stop = () => end(child)
  try {
    await untilAnswering(`http://${endpoint}/${bucket}`, child)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: (prefix) => `s3://${bucket}?endpoint=http://${endpoint}&prefix=${prefix}`,
    stop,
  }
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  const ask = () =>
    fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    )
  while (!(await Promise.race([ask(), failed]))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${child.spawnfile} does not answer at ${url}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  failed.catch(() => {})
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
