import { crc32 } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { Instant, PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { EntryDescription } from './page-store.ts'
import { ENCODINGS, fingerprintOf, type StoredBody, type StoredEntry } from './stored-entry.ts'

/**
 * One entry as one file: a line with a checksum and a JSON header, which names the parts that
 * follow and their lengths; then the parts, whose checksum is in the header. The checksums detect
 * accidental damage, as by a power cut, and not intent: CRC-32 costs next to nothing.
 */

const Lengths = Type.Object({
  br: Type.Optional(Type.Integer({ minimum: 0 })),
  gzip: Type.Optional(Type.Integer({ minimum: 0 })),
  identity: Type.Integer({ minimum: 0 }),
})
const Header = Type.Object({
  format: Type.Literal(2),
  path: PagePath,
  status: Type.Union([Type.Literal(200), Type.Literal(301), Type.Literal(308), Type.Literal(410)]),
  location: Type.Optional(PagePath),
  revision: Revision,
  bodies: Type.Array(
    Type.Object({
      name: Type.String(),
      contentType: Type.String(),
      etag: Type.String(),
      expiresAt: Type.Optional(Instant),
      lengths: Lengths,
    }),
  ),
  /** Of everything after the line. */
  checksum: Type.String(),
})
type Header = Static<typeof Header>

const NEW_LINE = 0x0a

/** @returns the parts of the file, in their order */
export function encodeEntry({ bodies, ...entry }: StoredEntry): Buffer[] {
  const named = Object.entries(bodies)
  const parts = named.flatMap(([, { bytes }]) =>
    ENCODINGS.flatMap((encoding) => bytes[encoding] ?? []),
  )
  const line: Header = {
    format: 2,
    ...entry,
    bodies: named.map(([name, { bytes, ...body }]) => ({
      name,
      ...body,
      lengths: {
        ...(bytes.br && { br: bytes.br.length }),
        ...(bytes.gzip && { gzip: bytes.gzip.length }),
        identity: bytes.identity.length,
      },
    })),
    checksum: checksum(...parts),
  }
  const json = JSON.stringify(line)
  return [Buffer.from(`${checksum(json)} ${json}\n`), ...parts]
}

/** @returns `undefined` when the bytes are not a whole entry: it is then made again */
export function decodeEntry(file: Buffer): StoredEntry | undefined {
  const end = file.indexOf(NEW_LINE)
  const line = parseHeader(file, end)
  if (!line || checksum(file.subarray(end + 1)) !== line.checksum) return undefined

  let offset = end + 1
  const take = (length: number) => {
    offset += length
    return file.subarray(offset - length, offset)
  }
  const bodies: Record<string, StoredBody> = {}
  for (const { name, lengths, ...body } of line.bodies) {
    const bytes = {
      ...(lengths.br !== undefined && { br: take(lengths.br) }),
      ...(lengths.gzip !== undefined && { gzip: take(lengths.gzip) }),
      identity: take(lengths.identity),
    }
    bodies[name] = { ...body, bytes }
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

/**
 * Reads the header only.
 *
 * @param start the first bytes of the file, at least its whole header
 * @param size the size of the whole file in bytes
 * @returns `undefined` when the header is not whole, or the file has another length than it says
 */
export function decodeDescription(
  start: Buffer,
  size: number,
): { path: PagePath; description: EntryDescription } | undefined {
  const end = start.indexOf(NEW_LINE)
  const line = parseHeader(start, end)
  if (!line) return undefined
  const lengths = line.bodies.flatMap((body) => Object.values(body.lengths))
  if (lengths.reduce((sum, length) => sum + length, end + 1) !== size) return undefined

  const { path, status, location, revision } = line
  const bodies = Object.fromEntries(line.bodies.map((body) => [body.name, body]))
  const fingerprint = fingerprintOf({ status, bodies, ...(location !== undefined && { location }) })
  return { path, description: { fingerprint, revision } }
}

function parseHeader(file: Buffer, end: number): Header | undefined {
  const line = file.subarray(0, Math.max(end, 0)).toString()
  const space = line.indexOf(' ')
  const json = line.slice(space + 1)
  if (line.slice(0, Math.max(space, 0)) !== checksum(json)) return undefined
  return parseShape(Header, json)
}

/** CRC-32 as eight hexadecimal digits. */
function checksum(...parts: readonly (string | Buffer)[]): string {
  const sum = parts.reduce<number>((before, part) => crc32(part, before), 0)
  return sum.toString(16).padStart(8, '0')
}
