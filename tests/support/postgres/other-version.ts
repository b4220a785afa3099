import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** The files that `npm start` needs, without `web/dist`: another version builds its own. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'content',
  'deploy',
  'migrations',
  'services',
  'web',
]

export interface OtherVersion {
  root: string
  remove(): Promise<void>
}

/**
 * A copy of the repository with a change in one file, as the next version of the code.
 *
 * @param file relative to the root of the repository
 * @throws {Error} when it does not say `before`
 */
export async function makeOtherVersion(
  file: string,
  before: string,
  after: string,
): Promise<OtherVersion> {
  const version = await copyVersion()
  await editVersion(version, file, before, after)
  return version
}

/** A copy of the repository as it is. */
export async function copyVersion(): Promise<OtherVersion> {
  const root = await mkdtemp(path.join(tmpdir(), 'finlore-version-'))
  const dist = path.join(ROOT, 'web/dist')
  for (const part of PARTS) {
    await cp(path.join(ROOT, part), path.join(root, part), {
      recursive: true,
      filter: (source) => source !== dist,
    })
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

/** @throws {Error} when the file does not say `before` */
export async function editVersion(
  { root }: Pick<OtherVersion, 'root'>,
  file: string,
  before: string,
  after: string,
): Promise<void> {
  const place = path.join(root, file)
  const text = await readFile(place, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} does not say ${before}`)
  await writeFile(place, text.replaceAll(before, after))
}
