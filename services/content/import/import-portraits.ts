import { portraitPath } from '#shared/addresses/portrait-address.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { PortraitFile } from '../folder/read-portraits.ts'
import { shownRoster } from '../library/roster.ts'

/**
 * Brings portraits in line with the folder. Must be called after the import of authors, even if
 * their file has not changed: a portrait's own file may have.
 *
 * A replaced portrait's address stays valid until its author has none: stored pages still show it.
 */
export async function importPortraits(
  edit: Edit,
  portraits: readonly PortraitFile[],
): Promise<void> {
  const stored = await edit.tx
    .selectFrom('portrait')
    .select(['author', 'format', 'sha256', 'alt'])
    .execute()
  const known = new Map(stored.map((portrait) => [portrait.author, portrait]))
  const wanted = new Set(portraits.map(({ author }) => author))
  const changed = portraits.filter(({ author, sha256, alt }) => {
    const before = known.get(author)
    return before?.sha256 !== sha256 || before.alt !== alt
  })
  const gone = stored.filter(({ author }) => !wanted.has(author))
  if (changed.length + gone.length > 0) await edit.track(shownRoster, ONLY)

  for (const { author, sha256, ...columns } of changed) {
    await edit.tx
      .insertInto('portrait')
      .values({ author, ...columns })
      .onConflict((conflict) => conflict.column('author').doUpdateSet(columns))
      .execute()
    edit.touch(tags.authorBiography(author))
    if (known.get(author)?.sha256 !== sha256) {
      edit.touch(tags.address(portraitPath({ slug: author, sha256, format: columns.format })))
    }
  }
  for (const { author, ...name } of gone) {
    await edit.tx.deleteFrom('portrait').where('author', '=', author).execute()
    edit.touch(tags.authorBiography(author), tags.address(portraitPath({ slug: author, ...name })))
  }
}
