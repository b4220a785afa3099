import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

const OUTPUT_LIMIT = 64 * 1024

export interface ProgramRun {
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  uid?: number
  gid?: number
  /** Written to the program's standard input. */
  input?: string
  /** After which the program is killed, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export interface ProgramResult {
  /** Exit code; `undefined` when the program did not start or was killed. */
  code: number | undefined
  /** Standard output and standard error together. */
  output: string
}

/**
 * Runs a program to its end. A program that cannot be started is a result, not an error.
 *
 * @throws the signal's reason when it is aborted
 */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  run.signal?.throwIfAborted()
  const { promise, resolve } = Promise.withResolvers<ProgramResult>()
  let child: ChildProcessWithoutNullStreams
  try {
    child = spawn(run.command, run.args, {
      // The folder we stand in may be closed to the user that the program runs as.
      cwd: '/',
      env: run.env,
      uid: run.uid,
      gid: run.gid,
      timeout: run.timeoutMs,
      killSignal: 'SIGKILL',
      // Ctrl-C is for us; whether it also ends this program is our decision.
      detached: true,
    })
  } catch (error) {
    // Node throws if the system refuses the user, as one does that knows no user but root.
    return { code: undefined, output: String(error) }
  }
  const stop = () => child.kill('SIGTERM')
  run.signal?.addEventListener('abort', stop)

  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_LIMIT)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  // A program that ends without reading its input is judged by its exit code.
  child.stdin.on('error', () => {})
  child.stdin.end(run.input)
  child.on('error', (error) => resolve({ code: undefined, output: error.message }))
  child.on('close', (code) => resolve({ code: code ?? undefined, output }))

  const result = await promise
  run.signal?.removeEventListener('abort', stop)
  run.signal?.throwIfAborted()
  return result
}
