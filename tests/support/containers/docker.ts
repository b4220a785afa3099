import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const DOCKER_MS = 120_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** The images that docker-compose.yml runs beside our own, and our own image's base. */
const IMAGES = ['node:24-trixie-slim', 'postgres:17', 'redis:8', 'nginx:1.30']
export const MEILI_IMAGE = 'getmeili/meilisearch:v1.50'

export interface Output {
  stdout: string
  stderr: string
}

/** @throws {Error} with what it complained about when it fails, or takes longer than 2 min */
export const runDocker = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Output> =>
  promisify(execFile)('docker', args, {
    env: { ...process.env, ...env },
    timeout: DOCKER_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  })

/** @returns what it printed */
export const docker = async (...args: string[]): Promise<string> =>
  (await runDocker(args)).stdout.trim()

const succeeds = (...args: string[]): Promise<boolean> =>
  docker(...args).then(
    () => true,
    () => false,
  )

export const hasMeiliImage = (): Promise<boolean> => succeeds('image', 'inspect', MEILI_IMAGE)

/** @returns why containers cannot be tested on this machine; nothing when they can */
export async function missingDocker(): Promise<string | undefined> {
  if (!(await succeeds('info'))) return 'no Docker Engine answers here'
  if (!(await succeeds('compose', 'version'))) return 'docker compose is not installed'
  for (const image of IMAGES) {
    if (!(await succeeds('image', 'inspect', image))) return `docker pull ${image}`
  }
  return undefined
}
