import { DARK, picturePath } from '#shared/addresses/picture-address.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { PictureFile } from '../folder/read-pictures.ts'

/** What texts call a picture, and what pages read it as: one for the dark belongs to its pair. */
const shownName = (name: string) => (name.endsWith(DARK) ? name.slice(0, -DARK.length) : name)

const loadStored = (edit: Edit) =>
  edit.tx.selectFrom('picture').select(['name', 'sha256']).execute()

/**
 * Stores pictures that are new or have changed. A replaced picture keeps its former address in the page
 * store until its name is gone: pages that were stored before still show it.
 */
export async function importPictures(edit: Edit, pictures: readonly PictureFile[]): Promise<void> {
  const known = new Map((await loadStored(edit)).map(({ name, sha256 }) => [name, sha256]))
  for (const { name, ...columns } of pictures) {
    const { sha256 } = columns
    if (known.get(name) === sha256) continue
    await edit.tx
      .insertInto('picture')
      .values({ name, ...columns })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute()
    edit.touch(tags.picture(shownName(name)), tags.address(picturePath({ name, sha256 })))
  }
}

/**
 * Must be called after articles and info pages have their new texts.
 *
 * @returns problems: pictures that are missing although texts show them
 */
export async function dropMissingPictures(
  edit: Edit,
  pictures: readonly PictureFile[],
): Promise<ContentProblem[]> {
  const wanted = new Set(pictures.map(({ name }) => name))
  const problems: ContentProblem[] = []
  for (const stored of (await loadStored(edit)).filter(({ name }) => !wanted.has(name))) {
    const { name } = stored
    const user = name.endsWith(DARK) ? undefined : await findUser(edit, name)
    if (user !== undefined) {
      const message = `is missing, and "${user}" shows it: put it back, or take it out of that text first`
      problems.push({ file: `pictures/${name}.svg`, line: 1, code: 'E-IN-USE', message })
      continue
    }
    await edit.tx.deleteFrom('picture').where('name', '=', name).execute()
    edit.touch(tags.picture(shownName(name)), tags.address(picturePath(stored)))
  }
  return problems
}

/** The slug of a text that shows a picture. Only asked of the few pictures that have gone. */
async function findUser({ tx }: Edit, name: string): Promise<string | undefined> {
  // Names have no characters that patterns give a meaning to.
  const shows = `%<img src="/pictures/${name}.svg"%`
  const article = await tx
    .selectFrom('article')
    .select('slug')
    .where('status', '=', 'published')
    .where('body_html', 'like', shows)
    .limit(1)
    .executeTakeFirst()
  if (article) return article.slug
  const info = tx.selectFrom('info_page').select('slug').where('body_html', 'like', shows)
  return (await info.limit(1).executeTakeFirst())?.slug
}
