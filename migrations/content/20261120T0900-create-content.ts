import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The one row is locked for the length of every edit, so revision order is commit order.
  await sql`
    create table history (
      only_row  boolean primary key default true check (only_row),
      feed      uuid not null default gen_random_uuid(),
      revision  bigint not null default 0
    )
  `.execute(db)
  await sql`insert into history default values`.execute(db)

  await sql`
    create table change (
      revision  bigint primary key check (revision > 0),
      at        timestamptz not null default now(),
      tags      text[] not null check (cardinality(tags) > 0)
    )
  `.execute(db)

  await sql`
    create table setting (
      name   text primary key,
      value  jsonb not null
    )
  `.execute(db)

  await sql`
    create domain slug as text
      check (value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 120)
  `.execute(db)

  await sql`
    create table author (
      slug              slug primary key,
      name              text not null check (name <> ''),
      description       text not null,
      meta_title        text not null,
      meta_description  text not null,
      constraint author_name unique (name) deferrable initially deferred
    )
  `.execute(db)

  await sql`
    create table category (
      slug         slug primary key,
      title        text not null check (title <> ''),
      description  text not null,
      position     integer not null,
      fallback     slug not null,
      constraint category_order unique (position) deferrable initially deferred
    )
  `.execute(db)

  await sql`
    create table subcategory (
      category     slug not null references category (slug),
      slug         slug not null,
      title        text not null check (title <> ''),
      description  text not null,
      position     integer not null,
      primary key (category, slug),
      constraint subcategory_order unique (category, position) deferrable initially deferred
    )
  `.execute(db)

  // Every category has a fallback of its own. Deferred, because the two are written together.
  await sql`
    alter table category add constraint category_fallback
      foreign key (slug, fallback) references subcategory (category, slug)
      deferrable initially deferred
  `.execute(db)

  await sql`
    create table article (
      id                uuid primary key,
      slug              slug not null unique,
      status            text not null check (status in ('published', 'gone')),
      title             text not null
                        check (title <> '' and length(title) <= 200 and title !~ '[\\r\\n]'),
      description       text not null check (description <> ''),
      author            slug not null references author (slug),
      body_markdown     text not null,
      body_html         text not null,
      headings          jsonb not null,
      renderer_version  integer not null,
      word_count        integer not null check (word_count > 0),
      reading_minutes   integer not null
                        generated always as (ceil(word_count / 230.0)::integer) stored,
      takeaways         text[] not null,
      sources           jsonb not null,
      provenance        text not null check (provenance in ('human', 'assisted', 'generated')),
      top_notch_rank    integer check (top_notch_rank > 0),
      favorite          boolean not null,
      published_at      timestamptz not null check (published_at >= '2024-11-07T00:00:00Z'),
      updated_at        timestamptz not null check (updated_at >= published_at),
      revision          bigint not null
    )
  `.execute(db)
  await sql`create index article_author on article (author)`.execute(db)
  await sql`
    create index article_picks on article (published_at desc)
      where favorite or top_notch_rank is not null
  `.execute(db)

  await sql`
    create table placement (
      article      uuid not null references article (id) on delete cascade,
      position     smallint not null,
      category     slug not null,
      subcategory  slug not null,
      topics       text[] not null,
      primary key (article, category, subcategory),
      unique (article, position),
      foreign key (category, subcategory) references subcategory (category, slug)
    )
  `.execute(db)
  await sql`create index placement_subcategory on placement (category, subcategory)`.execute(db)

  // An article keeps its position in each list for as long as it is in it; leaving makes a gap.
  // So archive pages, which are ranges of positions, never shift.
  await sql`
    create table listing (
      list          text not null,
      position      integer not null check (position > 0),
      article       uuid not null references article (id) on delete cascade,
      published_at  timestamptz not null,
      primary key (list, position),
      unique (list, article)
    )
  `.execute(db)
  await sql`create index listing_newest on listing (list, published_at desc, article)`.execute(db)
  await sql`create index listing_article on listing (article)`.execute(db)

  await sql`
    create table redirect (
      from_path  text primary key check (from_path like '/%'),
      article    uuid not null references article (id) on delete cascade
    )
  `.execute(db)
  await sql`create index redirect_article on redirect (article)`.execute(db)

  await sql`
    create table page_seo (
      name         text primary key,
      title        text not null check (title <> ''),
      description  text not null check (description <> '')
    )
  `.execute(db)

  await sql`
    create table info_page (
      slug              slug primary key,
      path              text not null unique check (path like '/%'),
      title             text not null check (title <> ''),
      body_markdown     text not null,
      body_html         text not null,
      headings          jsonb not null,
      renderer_version  integer not null,
      updated_at        timestamptz not null
    )
  `.execute(db)

  await sql`
    create table ad (
      path   text primary key check (path like '/%'),
      links  text[] not null
    )
  `.execute(db)

  // What each file of content/ said when it was last imported, and its article.
  await sql`
    create table source_file (
      path     text primary key,
      hash     text not null,
      article  uuid references article (id)
    )
  `.execute(db)
}
