import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { hasShape, parseShape } from '#shared/check-shape.ts'
import { Instant, Locale, Revision } from '#shared/contracts/primitives.ts'
import { fieldOf } from '#shared/field-of.ts'
import { BackupError } from './backup-error.ts'
import { decrypt, encrypt, makeBackupKey } from './encryption.ts'
import { splitLines } from './split-lines.ts'
import type { ReadableBackup, StoredBackup } from './stored-backup.ts'

export const FORMAT = 'finlore-backup'
/** Increased when older code would misread the format. */
export const FORMAT_VERSION = 1

const Name = Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 })

const BackupTable = Type.Object({
  name: Name,
  columns: Type.Array(Name, { minItems: 1 }),
  /** The number of rows, one line of the file each. */
  rows: Type.Integer({ minimum: 0 }),
})

/** The first line in every version, so that older code recognises newer files. */
const AnyHead = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer({ minimum: 1 }),
})

/** The first line of a backup. */
const BackupHead = Type.Object({
  ...AnyHead.properties,
  /** The instant of the snapshot. */
  takenAt: Instant,
  /** The site's language; null if the database was empty. */
  locale: Type.Union([Locale, Type.Null()]),
  revision: Revision,
  /** The migrations of the schema, in order. */
  migrations: Type.Array(Type.String({ pattern: '^[0-9A-Za-z-]+$' }), { minItems: 1 }),
  /** In the order of their rows: a table comes after the tables it refers to. */
  tables: Type.Array(BackupTable, { minItems: 1 }),
})

/** The last line: the SHA-256 of all bytes before it, uncompressed. */
const BackupSeal = Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

export type BackupHead = Static<typeof BackupHead>
export type BackupTable = Static<typeof BackupTable>

export interface WriteOptions {
  /** Public keys of age for which it is encrypted; not at all if there are none. */
  recipients?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

/**
 * Writes a backup, whole or not at all. What was written is read back and verified, also where it is
 * encrypted: for a key of its own as well, which is forgotten then.
 *
 * @param lines chunks of whole lines with their line breaks, the head first
 * @returns the size in bytes
 */
export async function writeBackup(
  to: StoredBackup,
  lines: AsyncIterable<string>,
  { recipients = [], signal }: WriteOptions = {},
): Promise<number> {
  const packed = createGzip()
  // Errors reach the writer through `packed`, so this promise must not reject as well.
  const packing = pipeline(seal(lines), packed, { ...(signal && { signal }) }).catch(() => {})
  try {
    if (recipients.length === 0) return await to.write(packed, verifyBackup, signal)
    const own = await makeBackupKey()
    const bytes = encrypt(packed, [...recipients, own.recipient])
    return await to.write(bytes, (written) => verifyBackup(written, [own.identity]), signal)
  } finally {
    packed.destroy()
    await packing
  }
}

async function* seal(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const text of lines) {
    hash.update(text)
    yield text
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

/** A row as JSON. Only the database reads and writes it. */
export interface BackupRow {
  table: BackupTable
  json: Buffer
}

/**
 * Reads a backup and verifies its checksum. A file with any changed byte fails, at its end at the
 * latest.
 *
 * @param use must read all rows
 * @param identities the keys to it, where it is encrypted
 * @throws {BackupError} saying what is wrong with it
 */
export async function readBackup<Result>(
  from: ReadableBackup,
  use: (head: BackupHead, rows: AsyncIterable<BackupRow>) => Promise<Result>,
  identities: readonly string[] = [],
): Promise<Result> {
  const file = from.name
  const plain = createGunzip()
  // Errors reach the reader through `plain`, so this promise must not reject as well.
  const reading = pipeline(decrypt(file, from.open(), identities), plain).catch(() => {})
  try {
    const lines = splitLines(plain)
    const hash = createHash('sha256')
    const first = await nextOf(lines)
    if (!first) throw notOurs(file)
    const head = headOf(file, first.toString())
    hash.update(first)
    let isWhole = false
    const result = await use(head, rowsOf(head))
    if (!isWhole) throw new Error('Not every row was read')
    return result

    async function* rowsOf({ tables }: BackupHead): AsyncGenerator<BackupRow> {
      for (const table of tables) {
        for (let row = 0; row < table.rows; row++) {
          const line = await nextOf(lines)
          if (line === undefined) throw cutShort(file)
          hash.update(line)
          yield { table, json: line }
        }
      }
      const end = await nextOf(lines)
      if (end === undefined) throw cutShort(file)
      const sealed = parseShape(BackupSeal, end.toString())?.sha256 === hash.digest('hex')
      if (!sealed || (await nextOf(lines)) !== undefined) throw changed(file)
      isWhole = true
    }
  } catch (error) {
    throw explain(file, error)
  } finally {
    plain.destroy()
    await reading
  }
}

/** @throws {BackupError} if it was changed or cut short */
export const verifyBackup = (
  from: ReadableBackup,
  identities: readonly string[] = [],
): Promise<BackupHead> =>
  readBackup(
    from,
    async (head, rows) => {
      for await (const _row of rows);
      return head
    },
    identities,
  )

async function nextOf(lines: AsyncGenerator<Buffer>): Promise<Buffer | undefined> {
  const { value, done } = await lines.next()
  return done ? undefined : value
}

function headOf(file: string, line: string): BackupHead {
  const parsed = parseShape(AnyHead, line)
  if (!parsed) throw notOurs(file)
  if (parsed.version > FORMAT_VERSION) {
    throw new BackupError(
      `${file} was written by a newer version: its format is ${parsed.version}, and this version reads ${FORMAT_VERSION}. Restore it with that version.`,
    )
  }
  if (!hasShape(BackupHead, parsed)) throw changed(file)
  return parsed
}

const notOurs = (file: string) => new BackupError(`${file} is not a backup of a finlore site.`)
const cutShort = (file: string) =>
  new BackupError(`${file} is cut short: its end is missing. Take another backup.`)
const changed = (file: string) =>
  new BackupError(
    `${file} was changed after it was written: its checksum does not match. Take another backup.`,
  )

/** Translates errors of zlib that people can do something about. */
function explain(file: string, error: unknown): unknown {
  const code = String(fieldOf(error, 'code'))
  if (code === 'Z_BUF_ERROR') return cutShort(file)
  if (code === 'Z_DATA_ERROR') {
    const isOther = error instanceof Error && error.message.startsWith('incorrect header')
    return isOther ? notOurs(file) : changed(file)
  }
  return error
}
