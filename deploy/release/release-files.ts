import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../services/shared/errors.ts'
import { StartError } from '../local/start-error.ts'

/** In the form of `sha256sum`, so that `sha256sum --check SHA256SUMS` verifies a release. */
export const CHECKSUMS = 'SHA256SUMS'
/** What signs the checksums, and so all files that they name. */
export const SIGNATURE = `${CHECKSUMS}.sigstore.json`

export interface ReleaseFile {
  name: string
  sha256: string
}

/** The name of the image's file for a platform such as `linux/arm64`. */
export const imageFile = (version: string, platform: string): string =>
  `finlore-${version}-${platform.replaceAll('/', '-')}.tar`

export const chartFile = (version: string): string => `finlore-${version}.tgz`
export const partsFile = (version: string): string => `finlore-${version}.cdx.json`
export const provenanceFile = (version: string): string => `finlore-${version}.provenance.json`

/** The files of a folder with their hashes, by name. */
export async function hashFiles(folder: string): Promise<ReleaseFile[]> {
  const names = (await readdir(folder)).filter((name) => name !== CHECKSUMS && name !== SIGNATURE)
  const files: ReleaseFile[] = []
  for (const name of names.sort()) {
    files.push({ name, sha256: await hashFile(path.join(folder, name)) })
  }
  return files
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

export async function writeChecksums(folder: string): Promise<void> {
  const lines = (await hashFiles(folder)).map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  await writeFile(path.join(folder, CHECKSUMS), lines.join(''))
}

/** @throws {StartError} when a file of the release is missing, was added or was changed */
export async function verifyChecksums(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, CHECKSUMS), 'utf8').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    throw new StartError(`There is no release in ${folder}: make one with --out.`)
  })
  const lines = text.split('\n').filter((line) => line !== '')
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const there = new Map((await hashFiles(folder)).map(({ name, sha256 }) => [name, sha256]))
  const names = new Set([...listed.keys(), ...there.keys()])
  const wrong = [...names].filter((name) => listed.get(name) !== there.get(name))
  if (wrong.length > 0) {
    throw new StartError(
      `These files of ${folder} are not as the release was made: ${wrong.join(', ')}.`,
    )
  }
}
