import type { TitleEntry } from '#shared/contracts/change.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { ID_BYTES, writeId } from './article-ids.ts'

/** A title on its way into a segment. */
export interface NewTitle {
  id: string
  title: string
  path: PagePath
  publishedMs: number
}

export const toNewTitle = ({ id, title, path, publishedAt }: TitleEntry): NewTitle => ({
  id,
  title,
  path,
  publishedMs: Date.parse(publishedAt),
})

/** Where one title is in a pack; texts as UTF-8, ends exclusive. */
export interface PackedTitle {
  /** Where its id begins. */
  idAt: number
  publishedMs: number
  titleStart: number
  titleEnd: number
  pathStart: number
  pathEnd: number
}

/** The id, the time, and the lengths of both texts. */
const HEAD_BYTES = ID_BYTES + 8 + 4 + 4
/** The most bytes that one UTF-16 unit becomes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3
const encoder = new TextEncoder()
/** A page of titles is packed here and copied: new memory for each takes twice as long. */
const room = new Uint8Array(1 << 19)

/**
 * Packs titles as bytes, which are transferred to another thread. As objects they would be copied
 * text by text, which takes as long as building the segment.
 *
 * @throws {Error} when an id is not a UUID in lower case
 */
export function packTitles(titles: readonly NewTitle[]): Uint8Array<ArrayBuffer> {
  const most = titles.reduce(
    (sum, { title, path }) => sum + HEAD_BYTES + (title.length + path.length) * MAX_BYTES_PER_UNIT,
    0,
  )
  const bytes = most > room.length ? new Uint8Array(most) : room
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const { id, title, path, publishedMs } of titles) {
    const textAt = at + HEAD_BYTES
    const titleBytes = encoder.encodeInto(title, bytes.subarray(textAt)).written
    const pathBytes = encoder.encodeInto(path, bytes.subarray(textAt + titleBytes)).written
    writeId(bytes, at, id)
    view.setFloat64(at + ID_BYTES, publishedMs)
    view.setUint32(at + ID_BYTES + 8, titleBytes)
    view.setUint32(at + ID_BYTES + 12, pathBytes)
    at = textAt + titleBytes + pathBytes
  }
  return bytes.slice(0, at)
}

/** Passes one title after another, always in the same object. */
export function forEachPacked(pack: Uint8Array, see: (title: PackedTitle) => void): void {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const title = { idAt: 0, publishedMs: 0, titleStart: 0, titleEnd: 0, pathStart: 0, pathEnd: 0 }
  for (let at = 0; at < pack.length; at = title.pathEnd) {
    title.idAt = at
    title.publishedMs = view.getFloat64(at + ID_BYTES)
    title.titleStart = at + HEAD_BYTES
    title.titleEnd = title.titleStart + view.getUint32(at + ID_BYTES + 8)
    title.pathStart = title.titleEnd
    title.pathEnd = title.pathStart + view.getUint32(at + ID_BYTES + 12)
    see(title)
  }
}
