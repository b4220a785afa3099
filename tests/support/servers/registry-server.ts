import { spawn } from 'node:child_process'
import { onTestFinished, vi } from 'vitest'
import { findGoTool } from '../machine/go-tools.ts'
import { freePort } from '../site/run-site.ts'

/** Why releases are not brought into a registry where they are not. */
export const NO_CRANE =
  'go install github.com/google/go-containerregistry/cmd/crane@v0.22.1, whose registry tests use'

export const findCrane = () => findGoTool('crane')

/** Starts an empty registry of images, in memory, for one test. @returns its `HOST:PORT` */
export async function startRegistry(crane: string): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(crane, ['registry', 'serve', '--address', address], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await vi.waitUntil(
    () =>
      fetch(`http://${address}/v2/`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 30_000, interval: 50 },
  )
  return address
}
