import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Locale } from '#shared/contracts/primitives.ts'

/** The language and the content folder that a command works on. */
export const FolderEnv = Type.Object({
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
  CONTENT_DIR: Type.String({
    minLength: 1,
    default: path.resolve(import.meta.dirname, '../../../content'),
  }),
})

export type FolderEnv = Static<typeof FolderEnv>
