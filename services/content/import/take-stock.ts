import { sql } from 'kysely'
import type { Edit } from '../changes/commit-edit.ts'
import { MENU_SETTING } from '../library/menu-topics.ts'
import { SITE_SETTING } from '../site/site-settings.ts'

/** What an import changed of one part of the site, apart from articles. */
export interface PartChanges {
  /** In the plural, such as `authors`. */
  part: string
  added: number
  changed: number
  removed: number
}

/** What people have written, by part and name, each as a hash. */
type Stock = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Notes all that is stored of the folder apart from articles, so that an import can say what it
 * changed. Numbers that triggers keep and HTML that is made from Markdown are left out.
 */
export async function takeStock({ tx }: Edit): Promise<Stock> {
  const { rows } = await sql<{ part: string; name: string; hash: string }>`
    select 'authors' as part, slug as name, md5((to_jsonb(author) - 'articles')::text) as hash
      from author
    union all select 'portraits', author, md5(format || sha256 || coalesce(alt, '')) from portrait
    union all select 'pictures', name, sha256 from picture
    union all select 'pictures', name, source from raster_picture
    union all select 'categories', slug, md5(category::text) from category
    union all select 'subcategories', category || '/' || slug, md5(subcategory::text)
      from subcategory
    union all select 'info pages', slug, md5(concat_ws(E'\\x01', path, title, body_markdown, updated_at))
      from info_page
    union all select 'titles of pages', name, md5(page_seo::text) from page_seo
    union all select 'menu sections', section.key, md5(section.value::text)
      from setting, jsonb_each(value::jsonb -> 'sections') as section
      where setting.name = ${MENU_SETTING}
    union all select 'site settings', part.key, md5(part.value::text)
      from setting, jsonb_each(value::jsonb) as part
      where setting.name = ${SITE_SETTING}
    union all select 'facts', name, md5((to_jsonb(fact) - 'position')::text) from fact
    union all select 'pages with ads', path, md5(links::text) from ad
  `.execute(tx)
  const stock = new Map<string, Map<string, string>>()
  for (const { part, name, hash } of rows) {
    const names = stock.get(part) ?? new Map<string, string>()
    stock.set(part, names.set(name, hash))
  }
  return stock
}

/** @returns only parts that differ */
export function changesBetween(before: Stock, after: Stock): PartChanges[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((part) => {
    const [was, is] = [before.get(part) ?? new Map(), after.get(part) ?? new Map()]
    const names = [...is.keys()]
    const added = names.filter((name) => !was.has(name)).length
    const changed = names.filter((name) => was.has(name) && was.get(name) !== is.get(name)).length
    const removed = [...was.keys()].filter((name) => !is.has(name)).length
    return added + changed + removed > 0 ? [{ part, added, changed, removed }] : []
  })
}
