import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { Revision } from '#shared/contracts/primitives.ts'
import { MARKER_FILE } from './export-folder.ts'

const Marker = Type.Object({
  siteUrl: Type.String(),
  locale: Type.String(),
  build: Type.String(),
  /** A hash of everything that decides what is written, but for the revision. */
  madeOf: Type.String(),
  /** Each page is of this revision or a newer one. */
  revision: Revision,
  /** The files beside this one, and their bytes. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  pages: Type.Integer(),
  moved: Type.Integer(),
  gone: Type.Integer(),
})
/** What an export says of itself. */
export type Marker = Static<typeof Marker>

/** Files that are looked at together. */
const LOOKS = 200

/** @param parts everything that decides what is written, in a fixed order */
export const partsHash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** An export that the next one may keep files of. */
export interface FormerExport {
  folder: string
  /** In milliseconds; files that are newer have been touched since. */
  madeAt: number
  marker: Marker
}

/** The export in this folder, if it was made of the same, but perhaps of an older revision. */
export async function findFormerExport(
  folder: string,
  madeOf: string,
): Promise<FormerExport | undefined> {
  const file = path.join(folder, MARKER_FILE)
  const former = parseShape(Marker, await readFile(file, 'utf8').catch(() => ''))
  if (former?.madeOf !== madeOf) return undefined
  return { folder, madeAt: (await stat(file)).mtimeMs, marker: former }
}

/** Whether an export is unchanged: no file is missing, new, newer than it or of another size. */
export async function isUntouched({ folder, madeAt, marker }: FormerExport): Promise<boolean> {
  const file = path.join(folder, MARKER_FILE)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => name !== file)
  if (names.length !== marker.files) return false
  let bytes = 0
  for (let at = 0; at < names.length; at += LOOKS) {
    const found = await Promise.all(names.slice(at, at + LOOKS).map((name) => stat(name)))
    if (found.some(({ mtimeMs }) => mtimeMs > madeAt)) return false
    for (const { size } of found) bytes += size
  }
  return bytes === marker.bytes
}
