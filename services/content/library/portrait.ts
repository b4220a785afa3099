import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isPortraitPath, PORTRAIT_TYPES, portraitPath } from '#shared/addresses/portrait-address.ts'
import type { Portrait } from '#shared/contracts/page.ts'
import type { PortraitModel } from '#shared/contracts/page-model.ts'
import type { PagePath, Slug } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'

/** Everything about a portrait except its bytes. */
export type PortraitFacts = Omit<Selectable<Database['portrait']>, 'author' | 'bytes'>

/** To be selected beside a row of `author`; null if the author has no portrait. */
export const PORTRAIT: RawBuilder<PortraitFacts | null> = sql`(
  select json_build_object(
    'format', format, 'width', width, 'height', height, 'alt', alt, 'sha256', sha256
  )
  from portrait where portrait.author = author.slug
)`

/** A portrait in the form that pages show. */
export const shownPortrait = (
  slug: Slug,
  { width, height, alt, ...name }: PortraitFacts,
): Portrait => ({
  src: portraitPath({ slug, ...name }),
  width,
  height,
  ...(alt !== null && { alt }),
})

/**
 * The file of the portrait at a path.
 *
 * @throws {SiteError} `not-found` when no author has this portrait now
 */
export async function loadPortraitModel(db: ReadDatabase, path: PagePath): Promise<PortraitModel> {
  if (!isPortraitPath(path)) throw notFound(`A portrait at ${path}`)
  return inSnapshot(db, async (snapshot, history) => {
    const slug = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('-'))
    const portrait = await snapshot
      .selectFrom('portrait')
      .select(['format', 'sha256', 'bytes'])
      .where('author', '=', slug)
      .executeTakeFirst()
    const { revision } = await history
    if (!portrait || portraitPath({ slug, ...portrait }) !== path) {
      throw notFound(`A portrait at ${path}`)
    }
    const { format, bytes } = portrait
    return {
      revision,
      tags: [tags.address(path)],
      contentType: PORTRAIT_TYPES[format],
      bytes: bytes.toString('base64'),
    }
  })
}
