import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Heading, Provenance, Source, SponsoredLink } from '#shared/contracts/page.ts'
import type { Instant } from '#shared/contracts/primitives.ts'
import type { PortraitFormat } from '#shared/text/portrait-address.ts'

/** Written with JSON.stringify, read as the value: pg would take a bare array for a Postgres one. */
type Json<T extends object> = JSONColumnType<T, string, string>

export interface Database {
  history: {
    only_row: ColumnType<boolean, never, never>
    feed: ColumnType<string, never, never>
    revision: ColumnType<number, never, number>
  }
  change: { revision: number; at: GeneratedAlways<Instant>; tags: string[] }
  setting: { name: string; value: Json<object> }
  author: {
    slug: string
    name: string
    description: string
    meta_title: string
    meta_description: string
    role: string | null
    links: string[]
    /** How many articles he signs; the database counts. */
    articles: ColumnType<number, never, never>
  }
  portrait: {
    author: string
    format: PortraitFormat
    /** Pixels. */
    width: number
    height: number
    /** What it shows, in words. */
    alt: string | null
    bytes: Buffer
    /** Of the bytes, in hexadecimal digits; the database finds it out. */
    sha256: GeneratedAlways<string>
  }
  category: {
    slug: string
    title: string
    description: string
    position: number
    fallback: string
    dictionary: boolean
  }
  subcategory: {
    category: string
    slug: string
    title: string
    description: string
    position: number
  }
  article: ArticleTable
  placement: {
    article: string
    position: number
    category: string
    subcategory: string
    topics: string[]
  }
  listing: {
    list: string
    position: number
    article: string
    published_at: Instant
    /** The `key` of the article's letter in the list of a category; null in all others. */
    letter: string | null
  }
  /** When something last changed that this file of the XML site map names; the database keeps it. */
  sitemap_part: { part: number; modified_at: ColumnType<Instant, never, never> }
  /** What an article explains, in its own order. */
  term: {
    id: string
    article: string
    position: number
    term: string
    also: string[]
    /** Null of a word that only means something else here. */
    definition: string | null
    /** The `key` of its letter; null until an import has found it. */
    letter: string | null
  }
  /** A place in the HTML of an article's text, as UTF-16 units from `starts` to before `ends`. */
  mention: { article: string; position: number; term: string; starts: number; ends: number }
  /** The hashes of the words of an article in which a term may be. */
  article_word: { article: string; words: number[] }
  /** Forms that came, went or changed hands since the articles with their words were linked. */
  relink_form: { id: GeneratedAlways<number>; form: string }
  /** Articles that are to be linked anew. */
  relink_article: { article: string }
  redirect: { from_path: string; article: string }
  /** Where other sites have articles on the same subject, by the key that articles name. */
  translation: { key: string; locale: string; path: string }
  page_seo: { name: string; title: string; description: string }
  info_page: {
    slug: string
    path: string
    title: string
    body_markdown: string
    body_html: string
    headings: Json<Heading[]>
    renderer_version: number
    updated_at: Instant
  }
  ad: {
    path: string
    /** The strings as they came. */
    links: string[]
    shown: Json<SponsoredLink[]>
    parser_version: number
  }
  source_file: { path: string; hash: string; article: string | null }
  last_backup: { only_row: ColumnType<boolean, never, never>; begun_at: Instant }
}

export interface ArticleTable {
  id: string
  slug: string
  status: 'published' | 'gone'
  title: string
  description: string
  /** Null when he left the roster, which he can when all he signed is withdrawn. */
  author: string | null
  body_markdown: string
  body_html: string
  headings: Json<Heading[]>
  renderer_version: number
  word_count: number
  reading_minutes: GeneratedAlways<number>
  takeaways: string[]
  sources: Json<Source[]>
  /** `human` counts only where it is stated. */
  provenance: Provenance
  human_stated: boolean
  answered_by: string | null
  reviewed_by: string | null
  reviewed_at: Instant | null
  /** Names the subject of it and of its siblings on the sites of other languages. */
  translation_key: string | null
  top_notch_rank: number | null
  favorite: boolean
  published_at: Instant
  updated_at: Instant
  revision: number
}

/** The schema of Postgres that holds these tables, and the folder of its migrations. */
export const CONTENT_SCHEMA = 'content'
