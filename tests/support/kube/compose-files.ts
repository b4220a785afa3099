import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'

const ROOT = path.resolve(import.meta.dirname, '../../..')
export const COMPOSE_FILE = path.join(ROOT, 'docker-compose.yml')
/** Compose recreates a container when its labels change, and not when a file does that it mounts. */
export const FILES_LABEL = 'finlore.files'

export interface ComposeService {
  image?: string
  volumes?: (string | object)[]
  labels?: Record<string, string>
  env_file?: string[]
}

export async function readCompose(): Promise<Record<string, ComposeService>> {
  const { services }: { services: Record<string, ComposeService> } = parse(
    await readFile(COMPOSE_FILE, 'utf8'),
    { merge: true },
  )
  return services
}

/** Files and folders of `deploy/` that a service mounts; content is read again by each import. */
export const mountedFiles = ({ volumes = [] }: ComposeService): string[] =>
  volumes.flatMap((volume) => {
    const [source = ''] = typeof volume === 'string' ? volume.split(':') : []
    return source.startsWith('./deploy/') ? [path.join(ROOT, source)] : []
  })

/** Of names and contents of all files, except manuals and tests. */
export async function hashFiles(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const isFolder = (await stat(source)).isDirectory()
    const names = isFolder ? (await readdir(source)).sort() : ['']
    for (const name of names.filter((one) => !/\.(?:md|ts)$/.test(one))) {
      hash.update(`${name}\n`).update(await readFile(path.join(source, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** Writes into the compose file what each service mounts now. */
export async function writeComposeHashes(): Promise<void> {
  let text = await readFile(COMPOSE_FILE, 'utf8')
  for (const service of Object.values(await readCompose())) {
    const former = service.labels?.[FILES_LABEL]
    if (former !== undefined) text = text.replace(former, await hashFiles(mountedFiles(service)))
  }
  await writeFile(COMPOSE_FILE, text)
}
