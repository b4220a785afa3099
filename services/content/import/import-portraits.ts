import { sql } from 'kysely'
import { portraitPath } from '#shared/addresses/portrait-address.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import { ContentError } from '../folder/content-problem.ts'
import type { PortraitFile } from '../folder/read-portraits.ts'
import { shownRoster } from '../library/roster.ts'

const loadStored = ({ tx }: Edit) =>
  tx
    .selectFrom('portrait')
    .select(['author', 'format', 'sha256', 'alt', 'source'])
    .select(
      // Not of a file that a version before this one has published as it was.
      sql<boolean>`exists (
        select from rendition
        where rendition.source = portrait.source and rendition.sha256 = portrait.sha256
      )`.as('isMade'),
    )
    .execute()

/**
 * Brings portraits in line with the folder. Must be called after the import of authors, even if
 * their file has not changed: a portrait's own file may have.
 *
 * A replaced portrait's address stays valid until its author has none: stored pages still show it. At
 * that of a file with all that a camera wrote into it is from now on what was made of the file.
 */
export async function importPortraits(
  edit: Edit,
  portraits: readonly PortraitFile[],
): Promise<void> {
  const stored = await loadStored(edit)
  const known = new Map(stored.map((portrait) => [portrait.author, portrait]))
  const wanted = new Set(portraits.map(({ author }) => author))
  const changed = portraits.filter(({ author, source, alt }) => {
    const before = known.get(author)
    return before?.source !== source || before.alt !== alt || !before.isMade
  })
  const gone = stored.filter(({ author }) => !wanted.has(author))
  if (changed.length + gone.length > 0) await edit.track(shownRoster, ONLY)

  for (const portrait of changed) {
    const { author, source } = portrait
    const before = known.get(author)
    await savePortrait(edit, portrait)
    edit.touch(tags.authorBiography(author))
    if (before && !before.isMade) edit.touch(addressOf(before))
    if (before?.source !== source) edit.touch(...(await renditionsOf(edit, { author, source })))
  }
  for (const portrait of gone) {
    const { author } = portrait
    edit.touch(tags.authorBiography(author), addressOf(portrait))
    edit.touch(...(await renditionsOf(edit, portrait)))
    await edit.tx.deleteFrom('portrait').where('author', '=', author).execute()
  }
}

const addressOf = ({ author, ...name }: Awaited<ReturnType<typeof loadStored>>[number]) =>
  tags.address(portraitPath({ slug: author, ...name }))

/** The addresses of all files of a portrait. */
async function renditionsOf(
  { tx }: Edit,
  { author, source }: { author: string; source: string | null },
) {
  const files = await tx
    .selectFrom('rendition')
    .select(['format', 'sha256'])
    .where('source', '=', source)
    .execute()
  return files.map((file) => tags.address(portraitPath({ slug: author, ...file })))
}

async function savePortrait(
  { tx }: Edit,
  { author, alt, file, source, sha256: file_sha256 }: PortraitFile,
) {
  const plain = await tx
    .selectFrom('rendition')
    .select(['format', 'width', 'height', 'bytes'])
    .where('source', '=', source)
    .where('format', 'in', ['jpg', 'png'])
    .executeTakeFirst()
  if (!plain) {
    // Another import at the same time may drop what it has no name for yet.
    const message = 'was also imported by somebody else: import again'
    throw new ContentError([{ file, line: 1, code: 'E-PORTRAIT', message }])
  }
  const columns = { ...plain, alt, source, file_sha256 }
  await tx
    .insertInto('portrait')
    .values({ author, ...columns })
    .onConflict((conflict) => conflict.column('author').doUpdateSet(columns))
    .execute()
}
