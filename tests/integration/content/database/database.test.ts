import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Database } from '../../../../services/content/database/schema.ts'
import { SHOWN_IN } from '../../../../services/content/edits/article-state.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'

const {
  placements: _,
  home: _home,
  chart: _chart,
  words: _words,
  picture: _picture,
  ...ofArticles
} = SHOWN_IN

/** Every column, by table: the compiler keeps it complete. */
const COLUMNS: { [Table in keyof Database]: Record<keyof Database[Table], unknown> } = {
  history: { only_row: true, feed: true, revision: true },
  change: { revision: true, at: true, tags: true },
  setting: { name: true, value: true },
  site_identity: { only_row: true, locale: true, key: true },
  author: {
    slug: true,
    name: true,
    description: true,
    meta_title: true,
    meta_description: true,
    role: true,
    links: true,
    articles: true,
  },
  portrait: {
    author: true,
    format: true,
    width: true,
    height: true,
    alt: true,
    bytes: true,
    sha256: true,
    source: true,
    file_sha256: true,
  },
  picture: { name: true, width: true, height: true, svg: true, sha256: true },
  raster_picture: { name: true, ending: true, width: true, height: true, source: true },
  rendition: { source: true, format: true, width: true, height: true, bytes: true, sha256: true },
  category: {
    slug: true,
    title: true,
    description: true,
    position: true,
    fallback: true,
    dictionary: true,
  },
  subcategory: { category: true, slug: true, title: true, description: true, position: true },
  article: { id: true, revision: true, ...ofArticles },
  fact: {
    name: true,
    position: true,
    title: true,
    subject: true,
    source: true,
    next: true,
    dated_values: true,
    on_home: true,
  },
  fact_use: { article: true, fact: true },
  article_with_example: { article: true },
  placement: { article: true, position: true, category: true, subcategory: true, topics: true },
  listing: { list: true, position: true, article: true, published_at: true, letter: true },
  sitemap_part: { part: true, modified_at: true },
  term: {
    id: true,
    article: true,
    position: true,
    term: true,
    also: true,
    definition: true,
    letter: true,
    slug: true,
  },
  unlisted_article: { article: true },
  mention: { article: true, position: true, term: true, starts: true, ends: true },
  article_word: { article: true, words: true },
  relink_form: { id: true, form: true },
  relink_article: { article: true },
  redirect: { from_path: true, article: true },
  translation: { key: true, locale: true, path: true },
  page_seo: { name: true, title: true, description: true },
  info_page: {
    slug: true,
    path: true,
    title: true,
    body_markdown: true,
    body_html: true,
    headings: true,
    renderer_version: true,
    updated_at: true,
  },
  ad: { path: true, links: true, shown: true, parser_version: true },
  source_file: { path: true, hash: true, article: true, base: true, text: true },
  edition: {
    id: true,
    article: true,
    number: true,
    state: true,
    slug: true,
    fields: true,
    body: true,
    tag: true,
    origin: true,
    made_by: true,
    made_at: true,
    revision: true,
    ended_origin: true,
    ended_by: true,
    ended_at: true,
  },
  site_edition: {
    id: true,
    file: true,
    number: true,
    state: true,
    text: true,
    hash: true,
    origin: true,
    made_by: true,
    made_at: true,
    revision: true,
    ended_origin: true,
    ended_by: true,
    ended_at: true,
  },
  draft: {
    id: true,
    article: true,
    slug: true,
    base: true,
    fields: true,
    tag: true,
    made_by: true,
    made_at: true,
    saved_by: true,
    saved_at: true,
    discarded_at: true,
    release: true,
    is_scheduled: true,
    brings_back: true,
    change_note: true,
    proposed_at: true,
    proposed_by: true,
    remark: true,
    remark_by: true,
  },
  site_draft: {
    id: true,
    file: true,
    base: true,
    text: true,
    tag: true,
    made_by: true,
    made_at: true,
    saved_by: true,
    saved_at: true,
    discarded_at: true,
    release: true,
    is_scheduled: true,
  },
  release: {
    id: true,
    name: true,
    state: true,
    publish_at: true,
    reasons: true,
    made_by: true,
    made_at: true,
    changed_by: true,
    changed_at: true,
    revision: true,
  },
  webhook_receiver: { name: true },
  webhook_delivery: {
    position: true,
    event: true,
    receiver: true,
    kind: true,
    article: true,
    at: true,
    body: true,
    tries: true,
    next_at: true,
    failed_at: true,
    reason: true,
  },
  last_backup: { only_row: true, begun_at: true },
  backup_failure: { only_row: true, failed_at: true, reason: true },
}

/** Statements that the database itself must refuse, and by which rule. */
const REFUSED: Record<string, [rule: RegExp, statement: string]> = {
  'a title with a line break': [/article_title_check/, `update article set title = E'a\\nb'`],
  'a title with a carriage return': [/article_title_check/, `update article set title = E'a\\rb'`],
  'an empty title': [/article_title_check/, `update article set title = ''`],
  'a title without end': [/article_title_check/, `update article set title = repeat('x', 201)`],
  'an article without description': [/description_check/, `update article set description = ''`],
  'a date before the site': [
    /published_at_check/,
    `update article set published_at = '2024-11-06T09:59:59.999Z'`,
  ],
  'an update before its publication': [
    /article_check|updated_at/,
    `update article set updated_at = published_at - interval '1 second'`,
  ],
  'a status nobody knows': [/status_check/, `update article set status = 'draft'`],
  'an origin nobody knows': [/provenance_check/, `update article set provenance = 'robot'`],
  'a reviewer without a name': [/reviewed_by_check/, `update article set reviewed_by = ''`],
  'a review by nobody': [/article_review/, `update article set reviewed_at = now()`],
  'an article without words': [/word_count_check/, 'update article set word_count = 0'],
  'a rank of nought': [/rank_check/, 'update article set top_notch_rank = 0'],
  'an author nobody knows': [/article_author_fkey/, `update article set author = 'nobody'`],
  'one slug for two articles': [/article_slug_key/, `update article set slug = 'one'`],
  'a slug in upper case': [/slug_check/, `update article set slug = 'Upper'`],
  'a slug with two hyphens': [/slug_check/, `update article set slug = 'a--b'`],
  'a slug without end': [/slug_check/, `update article set slug = repeat('x', 121)`],
  'a slug with a line break': [/slug_check/, `update article set slug = E'a\\n'`],
  'a category without its fallback': [
    /category_fallback/,
    `insert into category values ('new', 'New', '', 99, 'other-new')`,
  ],
  'a fallback of another category': [
    /category_fallback/,
    `update category set fallback = 'etfs' where slug = 'expert-advice'`,
  ],
  'two categories in one place': [/category_order/, 'update category set position = 1'],
  'a fallback that is removed': [
    /category_fallback|subcategory/,
    `delete from subcategory where slug = 'other-resources'`,
  ],
  'a subcategory of no category': [
    /subcategory_category_fkey/,
    `insert into subcategory values ('nowhere', 'new', 'New', '', 99)`,
  ],
  'a place in a subcategory nobody knows': [
    /placement_category_subcategory_fkey/,
    `update placement set subcategory = 'nowhere'`,
  ],
  'a place in a subcategory of another category': [
    /placement_category_subcategory_fkey/,
    `update placement set category = 'expert-advice', subcategory = 'etfs'`,
  ],
  'a category that articles are filed under': [
    /placement_category_subcategory_fkey|subcategory/,
    `delete from subcategory where slug = 'etfs'`,
  ],
  'an author who signs articles': [/article_author_fkey/, 'delete from author'],
  'two authors of one name': [/author_name/, `update author set name = 'One'`],
  'a change that touches nothing': [
    /change_tags_check/,
    `insert into change (revision, tags) values (99, '{}')`,
  ],
  'a revision twice': [/change_pkey/, `insert into change (revision, tags) values (1, '{x}')`],
  'a second history': [/history/, 'insert into history default values'],
  'a place in a list before the first': [/position_check/, 'update listing set position = 0'],
  'two articles in one place of a list': [
    /listing_pkey|listing_list/,
    'update listing set position = 1',
  ],
  'a redirect from nowhere': [
    /from_path_check/,
    `insert into redirect select 'articles/x', id from article limit 1`,
  ],
  'a redirect to nothing': [
    /redirect_article_fkey/,
    `insert into redirect values ('/x', gen_random_uuid())`,
  ],
  'a page without title': [/page_seo_title_check/, `update page_seo set title = ''`],
  'one address for two info pages': [/info_page_path_key/, `update info_page set path = '/x'`],
}

/** Runs a statement and its deferred rules, and takes it back whatever happens. */
async function attempt({ db }: TestContent, statement: string): Promise<string> {
  const transaction = await db.startTransaction().execute()
  try {
    await sql.raw(statement).execute(transaction)
    await sql`set constraints all immediate`.execute(transaction)
    return 'accepted'
  } catch (error) {
    return String(error)
  } finally {
    await transaction.rollback().execute()
  }
}

describe('the database of the content', () => {
  test('has exactly the columns of the schema in the code', async ({ shared: content }) => {
    const found = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'content' and table_name not like 'kysely%'
    `.execute(content.db)
    const columns = found.rows.map(({ table, column }) => `${table}.${column}`)
    const known = Object.entries(COLUMNS).flatMap(([table, names]) =>
      Object.keys(names).map((name) => `${table}.${name}`),
    )

    expect(columns.toSorted()).toEqual(known.toSorted())
  })

  test('accepts valid statements, so that the refusals below are meaningful', async ({
    shared: content,
  }) => {
    for (const statement of [
      `update article set title = 'Right', slug = 'right' where slug = (select max(slug) from article)`,
      `update category set position = 4 - position`,
      `update author set name = name || ' Jr.'`,
      `insert into change (revision, tags) values (99, '{x}')`,
    ]) {
      expect(await attempt(content, statement)).toBe('accepted')
    }
  })

  test('refuses invalid rows by constraints [M-911]', async ({ shared: content }) => {
    for (const [name, [rule, statement]] of Object.entries(REFUSED)) {
      expect(await attempt(content, statement), name).toMatch(rule)
    }
  })
})
