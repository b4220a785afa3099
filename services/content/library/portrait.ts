import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  isPortraitPath,
  PORTRAIT_TYPES,
  type PortraitFormat,
  portraitPath,
} from '#shared/addresses/portrait-address.ts'
import type { Portrait } from '#shared/contracts/page.ts'
import type { PortraitModel } from '#shared/contracts/page-model.ts'
import type { PagePath, Slug } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { loadRendition } from './picture.ts'

type Row = Selectable<Database['portrait']>

/** Everything about a portrait except its bytes. */
export interface PortraitFacts extends Pick<Row, 'format' | 'width' | 'height' | 'alt' | 'sha256'> {
  /** Null of a file that a version before this one has published as it was. */
  choices: { format: 'avif' | 'webp'; width: number; sha256: string }[] | null
}

/** To be selected beside a row of `author`; null if the author has no portrait. */
export const PORTRAIT: RawBuilder<PortraitFacts | null> = sql`(
  select json_build_object(
    'format', format, 'width', width, 'height', height, 'alt', alt, 'sha256', sha256,
    'choices', (
      select json_agg(
        json_build_object('format', choice.format, 'width', choice.width, 'sha256', choice.sha256)
        order by choice.format, choice.width
      )
      from rendition as plain join rendition as choice using (source)
      where source = portrait.source and plain.sha256 = portrait.sha256
        and choice.format in ('avif', 'webp')
    )
  )
  from portrait where portrait.author = author.slug
)`

/** A portrait in the form that pages show. */
export const shownPortrait = (
  slug: Slug,
  { width, height, alt, choices, ...name }: PortraitFacts,
): Portrait => ({
  src: portraitPath({ slug, ...name }),
  width,
  height,
  ...(alt !== null && { alt }),
  ...(choices && {
    choices: choices.map((choice) => ({
      src: portraitPath({ slug, ...choice }),
      type: PORTRAIT_TYPES[choice.format],
      width: choice.width,
    })),
  }),
})

/**
 * The file of the portrait at a path.
 *
 * @throws {SiteError} `not-found` when no author has this portrait now
 */
export async function loadPortraitModel(db: ReadDatabase, path: PagePath): Promise<PortraitModel> {
  if (!isPortraitPath(path)) throw notFound(`A portrait at ${path}`)
  return inSnapshot(db, async (snapshot, history) => {
    const file = await findPortrait(snapshot, path)
    const { revision } = await history
    if (!file) throw notFound(`A portrait at ${path}`)
    return { revision, tags: [tags.address(path)], ...file }
  })
}

async function findPortrait(db: Reader, path: PagePath) {
  const slug = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('-'))
  const portrait = await db
    .selectFrom('portrait')
    .select(['format', 'sha256', 'bytes', 'source', 'file_sha256'])
    .where('author', '=', slug)
    .executeTakeFirst()
  if (!portrait) return undefined
  const { format, sha256, bytes, source } = portrait
  const isPlain = portraitPath({ slug, format, sha256 }) === path
  if (isPlain || formerAddresses(slug, portrait).includes(path)) {
    return { contentType: PORTRAIT_TYPES[format], bytes: bytes.toString('base64') }
  }
  const renditions = await db
    .selectFrom('rendition')
    .select(['format', 'width', 'sha256'])
    .where('source', '=', source)
    .execute()
  const found = renditions.find((one) => portraitPath({ slug, ...one }) === path)
  return found && source !== null ? loadRendition(db, { source, ...found }) : undefined
}

/** Where versions before this one published the file, with all that a camera wrote into it. */
const formerAddresses = (slug: Slug, { file_sha256: sha256 }: Pick<Row, 'file_sha256'>) =>
  sha256 === null ? [] : FORMER_FORMATS.map((format) => portraitPath({ slug, sha256, format }))
const FORMER_FORMATS = ['png', 'jpg', 'webp'] as const satisfies PortraitFormat[]
