import { type Kysely, sql } from 'kysely'

/**
 * Photographs and screenshots that texts show, and what readers get of them and of portraits: files of
 * several sizes, named by what they are made from.
 *
 * Portraits of before have no source, and are published as their files were; the next import replaces
 * them. Their former address is known by `file_sha256`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rendition (
      source  text not null check (source ~ '^[0-9a-f]{64}$'),
      format  text not null check (format in ('avif', 'webp', 'jpg', 'png')),
      width   integer not null check (width > 0),
      height  integer not null check (height > 0),
      bytes   bytea not null check (octet_length(bytes) between 1 and 8388608),
      sha256  text not null generated always as (encode(sha256(bytes), 'hex')) stored,
      primary key (source, format, width)
    )
  `.execute(db)
  await sql`
    create table raster_picture (
      name    text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*([.]dark)?$'),
      ending  text not null check (ending in ('png', 'jpg', 'jpeg', 'webp', 'avif')),
      width   integer not null check (width > 0),
      height  integer not null check (height > 0),
      source  text not null check (source ~ '^[0-9a-f]{64}$')
    )
  `.execute(db)
  await sql`
    alter table portrait
      add column source text check (source ~ '^[0-9a-f]{64}$'),
      add column file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$')
  `.execute(db)
}
