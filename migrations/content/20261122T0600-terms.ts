import { type Kysely, sql } from 'kysely'

/** The terms that articles explain, where other articles mention them, and what is to be linked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One without a definition is a word that means something else in its article.
  await sql`
    create table term (
      id          uuid primary key,
      article     uuid not null references article (id) on delete cascade,
      position    smallint not null,
      term        text not null check (term <> ''),
      also        text[] not null,
      definition  text check (definition <> '' and length(definition) <= 140),
      unique (article, position)
    )
  `.execute(db)

  // No reference to a term: of one that is gone, the sweep takes the mentions away, some at a time.
  await sql`
    create table mention (
      article   uuid not null references article (id) on delete cascade,
      position  smallint not null,
      term      uuid not null,
      starts    integer not null check (starts >= 0),
      ends      integer not null check (ends > starts),
      primary key (article, position),
      unique (term, article)
    )
  `.execute(db)

  // Hashes of all words of an article that may be a mention: what is not here, is not in its text.
  await sql`
    create table article_word (
      article  uuid primary key references article (id) on delete cascade,
      words    integer[] not null
    )
  `.execute(db)
  await sql`create index article_word_words on article_word using gin (words)`.execute(db)

  await sql`
    create table relink_form (
      id    bigint primary key generated always as identity,
      form  text not null check (form <> '')
    )
  `.execute(db)
  await sql`
    create table relink_article (
      article  uuid primary key references article (id) on delete cascade
    )
  `.execute(db)
}
