import { sql } from 'kysely'
import { DARK, type PictureName, picturePath } from '#shared/addresses/picture-address.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import { ContentError, type ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'

type Pictures = Pick<ContentTree, 'pictures' | 'rasters'>

/** What texts call a picture, and what pages read it as: one for the dark belongs to its pair. */
const shownName = (name: string) => (name.endsWith(DARK) ? name.slice(0, -DARK.length) : name)

/** Drawings and others, each with what it was made from, and with its files. */
async function loadStored(edit: Edit) {
  const { rows } = await sql<{
    name: string
    ending: string
    madeFrom: string
    files: Omit<PictureName, 'name'>[]
  }>`
    select name, 'svg' as ending, sha256 as "madeFrom",
      json_build_array(json_build_object('format', 'svg', 'sha256', sha256)) as files
      from picture
    union all select name, ending, source, (
      select coalesce(json_agg(json_build_object('format', format, 'sha256', sha256)), '[]')
        from rendition where rendition.source = raster_picture.source
    ) from raster_picture
  `.execute(edit.tx)
  return rows
}

type StoredPicture = Awaited<ReturnType<typeof loadStored>>[number]

/** The pages that show a picture, and the files of it. */
const touchedBy = ({ name, files }: Pick<StoredPicture, 'name' | 'files'>) => [
  tags.picture(shownName(name)),
  ...files.map((file) => tags.address(picturePath({ name, ...file }))),
]

/**
 * Stores pictures that are new or have changed. A replaced picture keeps its former address in the page
 * store until its name is gone: pages that were stored before still show it.
 */
export async function importPictures(edit: Edit, { pictures, rasters }: Pictures): Promise<void> {
  const before = new Map((await loadStored(edit)).map((stored) => [fileOf(stored), stored]))
  const changed = new Set<string>()
  for (const { name, ...columns } of pictures) {
    if (before.get(`${name}.svg`)?.madeFrom === columns.sha256) continue
    await edit.tx
      .insertInto('picture')
      .values({ name, ...columns })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute()
    changed.add(`${name}.svg`)
  }
  for (const { name, file: _, ...columns } of rasters) {
    const file = fileOf({ name, ...columns })
    if (before.get(file)?.madeFrom === columns.source) continue
    await edit.tx
      .insertInto('raster_picture')
      .values({ name, ...columns })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute()
    changed.add(file)
  }
  if (changed.size === 0) return
  const now = (await loadStored(edit)).filter((stored) => changed.has(fileOf(stored)))
  for (const stored of now) if (stored.files.length === 0) throw takenAway(fileOf(stored))
  edit.touch(...now.flatMap(touchedBy))
}

/** Another import at the same time may drop what it has no name for yet. */
const takenAway = (file: string) =>
  new ContentError([
    {
      file: `pictures/${file}`,
      line: 1,
      code: 'E-IMAGE',
      message: 'was also imported by somebody else: import again',
    },
  ])

const fileOf = ({ name, ending }: { name: string; ending: string }) => `${name}.${ending}`

/**
 * Must be called after articles and info pages have their new texts.
 *
 * @returns problems: pictures that are missing although texts show them
 */
export async function dropMissingPictures(
  edit: Edit,
  { pictures, rasters }: Pictures,
): Promise<ContentProblem[]> {
  const wanted = new Set([...pictures.map(({ name }) => `${name}.svg`), ...rasters.map(fileOf)])
  const names = new Set([...pictures, ...rasters].map(({ name }) => name))
  const problems: ContentProblem[] = []
  for (const stored of (await loadStored(edit)).filter((one) => !wanted.has(fileOf(one)))) {
    const { name, ending } = stored
    // Texts that an editor sent may name it by its former ending: they show what is there now.
    const isReplaced = names.has(name)
    const user = isReplaced || name.endsWith(DARK) ? undefined : await findUser(edit, name)
    if (user !== undefined) {
      const message = `is missing, and "${user}" shows it: put it back, or take it out of that text first`
      problems.push({ file: `pictures/${fileOf(stored)}`, line: 1, code: 'E-IN-USE', message })
      continue
    }
    const table = ending === 'svg' ? 'picture' : 'raster_picture'
    await edit.tx.deleteFrom(table).where('name', '=', name).execute()
    edit.touch(...touchedBy(stored))
  }
  return problems
}

/** The slug of a text that shows a picture. Only asked of the few pictures that have gone. */
async function findUser({ tx }: Edit, name: string): Promise<string | undefined> {
  // Names have no characters that patterns give a meaning to.
  const shows = `%<img src="/pictures/${name}.%`
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
