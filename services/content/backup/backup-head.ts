import { type Static, Type } from 'typebox'
import { Instant, Locale, Revision } from '#shared/contracts/primitives.ts'

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
export const AnyHead = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer({ minimum: 1 }),
})

/** The first line of a backup. */
export const BackupHead = Type.Object({
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
export const BackupSeal = Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

export type BackupHead = Static<typeof BackupHead>
export type BackupTable = Static<typeof BackupTable>
