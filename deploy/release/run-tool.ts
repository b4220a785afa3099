import { runProgram } from '../local/run-program.ts'
import { StartError } from '../local/start-error.ts'

/** Where programs come from that a release needs beside Node and Git. */
const SOURCES: Readonly<Record<string, string>> = {
  docker: 'Docker with Buildx; or leave images out with --platforms none',
  helm: 'Helm 3 or 4',
  crane: 'go install github.com/google/go-containerregistry/cmd/crane@v0.22.1',
  cosign: 'go install github.com/sigstore/cosign/v3/cmd/cosign@v3.1.3; or unset COSIGN_PRIVATE_KEY',
}

/** A build of an image for another processor, which is emulated, takes many times as long. */
const LIMIT_MS = 90 * 60_000
const SHOWN = 2_000

/**
 * Runs a program to its end.
 *
 * @param args paths among them are absolute
 * @returns what it printed, up to its last 64 KiB
 * @throws {StartError} when it is not installed, or fails
 */
export async function runTool(
  command: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const { code, output } = await runProgram({ command, args, timeoutMs: LIMIT_MS, signal })
  if (code === 0) return output.trim()
  if (code === undefined && output.includes('ENOENT')) {
    throw new StartError(`${command} is missing: ${SOURCES[command] ?? 'install it'}.`)
  }
  throw new StartError(`${command} ${args[0]} failed:\n${output.trim().slice(-SHOWN)}`)
}
