import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { ENCODINGS, etagOf, type StoredBody, type StoredEntry } from './stored-entry.ts'

/**
 * One entry as one file: a line of JSON that says what follows and how long each part is, after the
 * checksum of that JSON; then the parts. One file means one rename, so a reader gets all of an entry
 * or all of the one before it.
 */

const Lengths = Type.Object({
  br: Type.Integer({ minimum: 0 }),
  gzip: Type.Integer({ minimum: 0 }),
  identity: Type.Integer({ minimum: 0 }),
})
const Header = Type.Object({
  format: Type.Literal(1),
  path: PagePath,
  status: Type.Union([Type.Literal(200), Type.Literal(301), Type.Literal(410)]),
  location: Type.Optional(PagePath),
  revision: Revision,
  bodies: Type.Array(
    Type.Object({
      name: Type.String(),
      contentType: Type.String(),
      etag: Type.String(),
      lengths: Lengths,
    }),
  ),
})
type Header = Static<typeof Header>

const header = Compile(Header)
const NEW_LINE = 0x0a

export function encodeEntry({ bodies, ...entry }: StoredEntry): Buffer {
  const named = Object.entries(bodies)
  const line: Header = {
    format: 1,
    ...entry,
    bodies: named.map(([name, { contentType, etag, bytes }]) => ({
      name,
      contentType,
      etag,
      lengths: {
        br: bytes.br.length,
        gzip: bytes.gzip.length,
        identity: bytes.identity.length,
      },
    })),
  }
  const parts = named.flatMap(([, { bytes }]) => ENCODINGS.map((encoding) => bytes[encoding]))
  const json = JSON.stringify(line)
  return Buffer.concat([Buffer.from(`${etagOf(json)} ${json}\n`), ...parts])
}

/** @returns `undefined` when the bytes are no whole entry: it is then made anew */
export function decodeEntry(file: Buffer): StoredEntry | undefined {
  const end = file.indexOf(NEW_LINE)
  const line = parseHeader(file.subarray(0, Math.max(end, 0)).toString())
  if (!line) return undefined

  let offset = end + 1
  const take = (length: number) => {
    offset += length
    return file.subarray(offset - length, offset)
  }
  const bodies: Record<string, StoredBody> = {}
  for (const { name, contentType, etag, lengths } of line.bodies) {
    const bytes = {
      br: take(lengths.br),
      gzip: take(lengths.gzip),
      identity: take(lengths.identity),
    }
    bodies[name] = { contentType, etag, bytes }
  }
  if (offset !== file.length) return undefined

  const { path, status, location, revision } = line
  return {
    path,
    status,
    ...(location !== undefined && { location }),
    revision,
    bodies,
  }
}

function parseHeader(line: string): Header | undefined {
  const space = line.indexOf(' ')
  const json = line.slice(space + 1)
  if (line.slice(0, Math.max(space, 0)) !== etagOf(json)) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return header.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
