import { type Static, Type } from 'typebox'
import { Instant, Locale, Revision } from '#shared/contracts/primitives.ts'

export const FORMAT = 'finlore-backup'
/** Raised by what an older version of the code would misread. */
export const FORMAT_VERSION = 1

const Name = Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 })

const BackupTable = Type.Object({
  name: Name,
  columns: Type.Array(Name, { minItems: 1 }),
  /** How many lines of the file are rows of this table. */
  rows: Type.Integer({ minimum: 0 }),
})

/** What the first line of every version says, so that each can name the others. */
export const AnyHead = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer({ minimum: 1 }),
})

/** The first line of a backup. */
export const BackupHead = Type.Object({
  ...AnyHead.properties,
  /** The content is as it was at this moment. */
  takenAt: Instant,
  /** The site's language; null when it was empty. */
  locale: Type.Union([Locale, Type.Null()]),
  revision: Revision,
  /** That the schema had, in order. */
  migrations: Type.Array(Type.String({ pattern: '^[0-9A-Za-z-]+$' }), { minItems: 1 }),
  /** In the order in which their rows follow; one that refers to another comes after it. */
  tables: Type.Array(BackupTable, { minItems: 1 }),
})

/** The last line: the SHA-256 of all bytes before it, uncompressed. */
export const BackupSeal = Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

export type BackupHead = Static<typeof BackupHead>
export type BackupTable = Static<typeof BackupTable>
