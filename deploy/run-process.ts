import { type ProcessStart, startOf } from './processes.ts'

/**
 * The image's entry: becomes the process that its first argument names. It does not start a child
 * but replaces itself, so signals reach the process and its exit code is the container's.
 */

const UNUSABLE = 2

try {
  become(startOf(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = UNUSABLE
}

function become({ args, env }: ProcessStart): void {
  if (!process.execve) throw new Error('This system has no execve: run it on Linux or macOS')
  process.execve(process.execPath, [process.execPath, ...args], env)
}
