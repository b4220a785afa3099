import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { hasShape, parseShape } from '#shared/check-shape.ts'
import { Instant, Locale, Revision } from '#shared/contracts/primitives.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { fieldOf } from '#shared/field-of.ts'
import { syncFolder } from '#shared/sync-folder.ts'
import { BackupError } from './backup-error.ts'
import { splitLines } from './split-lines.ts'

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

/**
 * Writes a backup atomically, readable only by its owner. The file gets its name after it has been
 * flushed to disk, read back and verified.
 *
 * @param lines chunks of whole lines with their line breaks, the head first
 * @returns the size of the file in bytes
 */
export async function writeBackupFile(
  file: string,
  lines: AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<number> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.unfinished`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    const target = handle.createWriteStream({ flush: true })
    await pipeline(seal(lines), createGzip(), target, { ...(signal && { signal }) })
    await verifyBackup(unfinished)
    signal?.throwIfAborted()
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return target.bytesWritten
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    const code = codeOf(error)
    if (code === 'ENOENT') throw new BackupError(`There is no folder ${path.dirname(file)}.`)
    if (!UNWRITABLE.has(code)) throw error
    throw new BackupError(`${file} cannot be written: ${reasonOf(error)}.`)
  }
}

const UNWRITABLE = new Set(['EACCES', 'EDQUOT', 'EISDIR', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

const codeOf = (error: unknown) => String(fieldOf(error, 'code'))

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
 * @throws {BackupError} saying what is wrong with the file
 */
export async function readBackup<Result>(
  file: string,
  use: (head: BackupHead, rows: AsyncIterable<BackupRow>) => Promise<Result>,
): Promise<Result> {
  const source = createReadStream(file)
  const plain = createGunzip()
  // Errors reach the reader through `plain`, so this promise must not reject as well.
  const reading = pipeline(source, plain).catch(() => {})
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
    source.destroy()
    await reading
  }
}

/** @throws {BackupError} if the file was changed or cut short */
export const verifyBackup = (file: string): Promise<BackupHead> =>
  readBackup(file, async (head, rows) => {
    for await (const _row of rows);
    return head
  })

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

/** Translates errors of the system and of zlib that people can do something about. */
function explain(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (code === 'EACCES') return new BackupError(`${file} cannot be read by this user.`)
  if (code === 'EISDIR') return new BackupError(`${file} is a folder.`)
  if (code === 'Z_BUF_ERROR') return cutShort(file)
  if (code === 'Z_DATA_ERROR') {
    const isOther = error instanceof Error && error.message.startsWith('incorrect header')
    return isOther ? notOurs(file) : changed(file)
  }
  return error
}
