import type { Insertable, Selectable } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { keysOf } from '#shared/keys-of.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import type { InfoSource } from '../folder/read-site-files.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { shownInfoLinks } from '../library/info-links.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { RENDERER_VERSION, renderMarkdown } from '../markdown/render-markdown.ts'

type InfoPage = Selectable<Database['info_page']>
type InfoColumns = Omit<Required<Insertable<Database['info_page']>>, 'slug'>

/** Whether the page itself shows a column. */
const IS_SHOWN = {
  path: true,
  title: true,
  body_markdown: false,
  body_html: true,
  headings: true,
  renderer_version: false,
  updated_at: true,
} satisfies Record<keyof InfoColumns, boolean>

const SHOWN_COLUMNS = keysOf(IS_SHOWN).filter((column) => IS_SHOWN[column])

/** Brings info pages in line with their files. A page without a file is removed. */
export async function importInfoPages(
  edit: Edit,
  files: readonly ContentFile<InfoSource>[],
  locale: Locale,
): Promise<void> {
  const stored = await edit.tx.selectFrom('info_page').selectAll().execute()
  const bySlug = new Map(stored.map((page) => [page.slug, page]))
  const different = files.filter(({ value }) => !isStored(value, bySlug.get(value.slug)))
  const wanted = new Set(files.map(({ value }) => value.slug))
  const missing = stored.filter(({ slug }) => !wanted.has(slug))
  if (different.length === 0 && missing.length === 0) return

  await edit.track(shownInfoLinks, ONLY)
  await edit.track(shownPageEntries, ONLY)
  for (const { slug, path } of missing) {
    await edit.tx.deleteFrom('info_page').where('slug', '=', slug).execute()
    // Another page may take this path in the same edit.
    edit.touch(tags.info(slug), tags.address(path))
  }
  for (const { value } of different) {
    await saveInfoPage(edit, value, bySlug.get(value.slug), locale)
  }
}

const instantOf = ({ updatedAt }: InfoSource) => new Date(updatedAt).toISOString()

const isStored = (source: InfoSource, page: InfoPage | undefined) =>
  page?.path === source.path &&
  page.title === source.title &&
  page.body_markdown === source.body &&
  page.updated_at === instantOf(source) &&
  page.renderer_version === RENDERER_VERSION

async function saveInfoPage(
  edit: Edit,
  source: InfoSource,
  before: InfoPage | undefined,
  locale: Locale,
) {
  const { slug, path, title, body } = source
  const { html, headings } = renderMarkdown(body, title, locale)
  const columns: InfoColumns = {
    path,
    title,
    body_markdown: body,
    body_html: html,
    headings: JSON.stringify(headings),
    renderer_version: RENDERER_VERSION,
    updated_at: instantOf(source),
  }
  const after = await edit.tx
    .insertInto('info_page')
    .values({ slug, ...columns })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before?.path !== path) {
    edit.touch(tags.address(path))
    if (before) edit.touch(tags.address(before.path))
  }
  if (!before || shownOf(before) !== shownOf(after)) edit.touch(tags.info(slug))
}

/** Everything that the page shows, as text. */
const shownOf = (page: InfoPage) => JSON.stringify(SHOWN_COLUMNS.map((column) => page[column]))
