import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '#shared/errors.ts'
import { ROUTES } from '../../../documents/routes.ts'
import { etagOf } from '../../../store/stored-entry.ts'
import type { PublicFile } from '../bodies/encoded-file.ts'
import type { ServedBody } from '../bodies/served-body.ts'
import { contentTypeOf } from './content-type.ts'

/** Compressed forms that the build has written beside each file. */
const ENCODED = /\.(?:br|gz)$/

/**
 * The files of this process's own browser build by address: a few hundred kilobytes.
 *
 * @param folder of the browser build: hashed files in `assets/`, those of `web/public` beside it
 */
export async function loadBuildFiles(folder: string): Promise<Map<string, PublicFile>> {
  const files = new Map<string, PublicFile>()
  const load = async (within: string, describe: (address: string) => Omit<PublicFile, 'body'>) => {
    for (const name of await listFiles(path.join(folder, within))) {
      const address = path.posix.join('/', within, name)
      const read = (suffix: string) => readIfPresent(path.join(folder, within, name + suffix))
      const body = await assembleBody(name, read)
      if (body) files.set(address, { body, ...describe(address) })
    }
  }
  for (const within of ['', 'icons']) {
    await load(within, (address) => ({ caching: 'revalidate', route: address }))
  }
  await load('assets', () => ({ caching: 'immutable', route: ROUTES.asset }))
  return files
}

/**
 * A file with the compressed forms that the build has written beside it.
 *
 * @param read reads the file with this suffix after its name, if there is one
 */
export async function assembleBody(
  name: string,
  read: (suffix: '' | '.br' | '.gz') => Promise<Buffer | undefined>,
): Promise<ServedBody | undefined> {
  const identity = await read('')
  if (!identity) return undefined
  const [br, gzip] = await Promise.all([read('.br'), read('.gz')])
  const bytes = { identity, ...(br && { br }), ...(gzip && { gzip }) }
  return { contentType: contentTypeOf(name), etag: etagOf(identity), bytes }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((file) => file.isFile() && !ENCODED.test(file.name)).map(({ name }) => name)
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
