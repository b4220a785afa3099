import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { RasterEnding, RasterFormat } from '#shared/addresses/picture-address.ts'
import type { PortraitFormat } from '#shared/addresses/portrait-address.ts'
import type { Fact, FactValue } from '#shared/contracts/fact.ts'
import type {
  Correction,
  Heading,
  Provenance,
  Source,
  SponsoredLink,
  ToldChange,
} from '#shared/contracts/page.ts'
import type { Instant } from '#shared/contracts/primitives.ts'

/** Written with JSON.stringify, since pg would make an array a Postgres array. */
type Json<T extends object> = JSONColumnType<T, string, string>

export interface Database {
  history: {
    only_row: ColumnType<boolean, never, never>
    feed: ColumnType<string, never, never>
    revision: ColumnType<number, never, number>
  }
  change: { revision: number; at: GeneratedAlways<Instant>; tags: string[] }
  setting: { name: string; value: Json<object> }
  /** One row; read and written by `services/shared/database/site-identity.ts`. */
  site_identity: {
    only_row: ColumnType<boolean, never, never>
    locale: string | null
    key: string | null
  }
  author: {
    slug: string
    name: string
    description: string
    meta_title: string
    meta_description: string
    role: string | null
    links: string[]
    /** The number of articles the author signs, computed by a trigger. */
    articles: ColumnType<number, never, never>
  }
  portrait: {
    author: string
    format: PortraitFormat
    /** In pixels. */
    width: number
    height: number
    /** A description of the picture. */
    alt: string | null
    /** Those of its rendition for all; of a portrait without a source, those of its file. */
    bytes: Buffer
    /** Of the bytes, in hexadecimal; a generated column. */
    sha256: GeneratedAlways<string>
    /** Names its renditions. Null if an earlier version published the file as it was. */
    source: string | null
    /** Of the file; earlier versions made the address of it. */
    file_sha256: string | null
  }
  /** Drawings of texts; the name of one for the dark ends in `.dark`. */
  picture: { name: string; width: number; height: number; svg: string; sha256: string }
  /** The other pictures of texts, named alike. */
  raster_picture: {
    name: string
    /** Of the file in the folder, by which texts name it. */
    ending: RasterEnding
    /** In pixels, of the original. */
    width: number
    height: number
    /** Names its renditions. */
    source: string
  }
  /** The files that readers get of raster pictures and of portraits. */
  rendition: {
    source: string
    format: RasterFormat
    /** In pixels. */
    width: number
    height: number
    bytes: Buffer
    /** Of the bytes, in hexadecimal; a generated column. */
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
    /** The `key` of the article's letter in the list of a category; null in other lists. */
    letter: string | null
  }
  /** When an article of this part of the XML site map last changed. Triggers keep it up to date. */
  sitemap_part: { part: number; modified_at: ColumnType<Instant, never, never> }
  /** The terms that articles explain, with their position in the article. */
  term: {
    id: string
    article: string
    position: number
    term: string
    also: string[]
    /** Null if the word only means something else in this article. */
    definition: string | null
    /** The `key` of its letter; null until an import has computed it. */
    letter: string | null
    /** The last part of its page's address; null until an import has computed it. */
    slug: string | null
  }
  /** New articles, which pages of terms that are there already do not name yet. */
  unlisted_article: { article: string }
  /** A mention in the HTML of an article, in UTF-16 units; `ends` is exclusive. */
  mention: { article: string; position: number; term: string; starts: number; ends: number }
  /** The hashes of the words of an article that may be part of a mention. */
  article_word: { article: string; words: number[] }
  /** Forms added, removed or given to another term, whose articles are not linked again. */
  relink_form: { id: GeneratedAlways<number>; form: string }
  /** Articles waiting to be linked again. */
  relink_article: { article: string }
  redirect: { from_path: string; article: string }
  /** The paths of translations on sister sites, by the translation key of articles. */
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
    /** The strings of the ad system, unchanged. */
    links: string[]
    shown: Json<SponsoredLink[]>
    parser_version: number
  }
  /** The figures that texts show, in the order of their file. */
  fact: {
    name: string
    position: number
    title: string
    subject: string | null
    source: JSONColumnType<NonNullable<Fact['source']>, string | null, string | null> | null
    /** A day. */
    next: string | null
    dated_values: Json<FactValue[]>
    on_home: ColumnType<boolean, boolean | undefined, boolean>
  }
  /** Which articles show which facts; a trigger keeps it, also of names that no fact has. */
  fact_use: { article: ColumnType<string, never, never>; fact: ColumnType<string, never, never> }
  /** Which articles have examples that readers change; a trigger keeps it. */
  article_with_example: { article: ColumnType<string, never, never> }
  source_file: {
    path: string
    hash: string
    article: string | null
    /** The edition that the file was imported as, once the article has become another one. */
    base: string | null
    /** The file as it was imported, if what is stored has what the file does not have. */
    text: string | null
  }
  edition: EditionTable
  site_edition: SiteEditionTable
  /** The programs that are notified of edits, as the settings of the running service have them. */
  webhook_receiver: { name: string }
  webhook_delivery: WebhookDeliveryTable
  draft: DraftTable
  site_draft: SiteDraftTable
  release: ReleaseTable
  last_backup: { only_row: ColumnType<boolean, never, never>; begun_at: Instant }
  backup_failure: {
    only_row: ColumnType<boolean, never, never>
    failed_at: Instant
    reason: string
  }
}

export interface ArticleTable {
  id: string
  slug: string
  status: 'published' | 'gone'
  title: string
  description: string
  /** Null if the author left the roster, once all their articles were withdrawn. */
  author: string | null
  body_markdown: string
  body_html: string
  headings: Json<Heading[]>
  renderer_version: number
  word_count: number
  reading_minutes: GeneratedAlways<number>
  answer: string | null
  takeaways: string[]
  sources: Json<Source[]>
  /** `human` is the default: it counts only if `human_stated` is true. */
  provenance: Provenance
  human_stated: boolean
  answered_by: string | null
  reviewed_by: string | null
  reviewed_at: Instant | null
  checked_at: Instant | null
  valid_for: number | null
  /** When it is withdrawn on its own. */
  expires_at: Instant | null
  /** The path where readers are led from then on. */
  expires_to: string | null
  /** Of a withdrawn article, the path where readers are led; null where they get 410. */
  gone_to: string | null
  corrections: Json<Correction[]>
  /** In words for readers, the latest first. */
  changes: Json<ToldChange[]>
  /** Shared with the translations of the article on sister sites. */
  translation_key: string | null
  top_notch_rank: number | null
  favorite: boolean
  published_at: Instant
  updated_at: Instant
  revision: number
}

/** Where an edition comes from: of `schedule`, its editor had chosen the time. */
export type EditionOrigin = 'api' | 'files' | 'schedule'

/** What an article said for some time. Only its state and how it ended may change. */
export interface EditionTable {
  id: string
  article: string
  /** Within the article, from 1. */
  number: number
  state: 'published' | 'superseded' | 'withdrawn'
  slug: string
  /** As `EditionFields`. */
  fields: Json<object>
  body: string
  /** Its ETag. */
  tag: string
  /** Unknown of what stood there before its article had editions, as the three that follow. */
  origin: EditionOrigin | null
  made_by: string | null
  made_at: Instant | null
  revision: number | null
  ended_origin: EditionOrigin | null
  ended_by: string | null
  ended_at: Instant | null
}

/** What a file of the site said for some time, articles apart. Only its state and how it ended may change. */
export interface SiteEditionTable
  extends Omit<EditionTable, 'article' | 'slug' | 'fields' | 'body' | 'tag'> {
  /** Within the content folder. */
  file: string
  /** Within the file, from 1. */
  number: number
  text: string
  /** SHA-256 of the text, in hexadecimal. */
  hash: string
}

/** A text that is prepared, and that no page shows. */
export interface DraftTable {
  id: string
  /** The article that it changes; null for a new one. */
  article: string | null
  slug: string
  /** The ETag of what is stored of the article that its editor has seen. */
  base: string | null
  /** As `ArticleDraft`, but of any shape. */
  fields: Json<object>
  tag: string
  made_by: string | null
  made_at: Instant
  saved_by: string | null
  saved_at: Instant
  discarded_at: Instant | null
  /** When somebody asked others to publish it. */
  proposed_at: ColumnType<Instant | null, never, Instant | null>
  proposed_by: ColumnType<string | null, never, string | null>
  /** The words of who asked, or who sent it back. */
  remark: ColumnType<string | null, never, string | null>
  remark_by: ColumnType<string | null, never, string | null>
  /** What it is published with. */
  release: ColumnType<string | null, string | null | undefined, string | null>
  /** Whether its release waits for its time: until then, its text stays as it was checked. */
  is_scheduled: ColumnType<boolean, boolean | undefined, boolean>
  /** Whether its release may publish an article again that was withdrawn. */
  brings_back: ColumnType<boolean, boolean | undefined, boolean>
  /** What its release says of the change. */
  change_note: JSONColumnType<{ note?: string; minor?: boolean }, string | undefined, string>
}

/** A text of a file of the site that is prepared. */
export interface SiteDraftTable {
  id: string
  file: string
  /** The ETag of what is stored of the file that its editor has seen; null for a new file. */
  base: string | null
  text: string
  tag: string
  made_by: string | null
  made_at: Instant
  saved_by: string | null
  saved_at: Instant
  discarded_at: Instant | null
  /** What it is published with. */
  release: string | null
  /** Whether its release waits for its time: until then, its text stays as it was checked. */
  is_scheduled: ColumnType<boolean, boolean | undefined, boolean>
}

export type ReleaseState = 'open' | 'scheduled' | 'held' | 'published' | 'cancelled'

/** Drafts that are published as one revision. `held` is one that could not be published at its time. */
export interface ReleaseTable {
  id: string
  name: string | null
  state: ReleaseState
  publish_at: Instant | null
  /** Why it is held; of `HeldReason`. */
  reasons: JSONColumnType<HeldReason[], string | undefined, string>
  made_by: string | null
  made_at: Instant
  changed_by: string | null
  changed_at: Instant
  revision: ColumnType<number | null, number | null | undefined, number>
}

export interface HeldReason {
  /** Of the problem document that an editor would get: the draft's address, then the field. */
  field: string
  message: string
  code?: string | undefined
  /** 1-based. */
  line?: number | undefined
}

/** An event that a receiver is to be notified of. Once it was, the row is deleted. */
export interface WebhookDeliveryTable {
  /** In the order of edits. A string, because it is a bigint. */
  position: GeneratedAlways<string>
  /** The same for all receivers, and at every try. */
  event: string
  receiver: string
  kind: string
  /** Whose events are delivered in order; null for an import. */
  article: string | null
  at: Instant
  /** What is sent, to the byte. */
  body: string
  tries: ColumnType<number, number | undefined, number>
  next_at: ColumnType<Instant, Instant | undefined, Instant>
  /** When it was given up. */
  failed_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** Why the last try failed. */
  reason: string | null
}

/** The Postgres schema of these tables, and the name of the folder of its migrations. */
export const CONTENT_SCHEMA = 'content'
