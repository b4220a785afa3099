import { type Kysely, sql } from 'kysely'

/**
 * Which articles link to an article: an index on what texts say already, so that no edit has to write
 * it. It has the last part of each address within the site, which is enough to find the few texts
 * that are then read. Cutting texts apart takes a tenth of the time of a regular expression, and still
 * far more than Postgres thinks by itself, which would rather read all texts: hence its cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function linked_names(html text) returns text[]
      language sql immutable strict parallel safe cost 10000 as $$
      select coalesce(array_agg(distinct name), '{}')
        from (
          select pg_catalog.split_part(pg_catalog.rtrim(address, '/'), '/', -1) as name
            from pg_catalog.unnest(
              (pg_catalog.string_to_array(html, '<a href="'))[2:]
            ) as after (text),
            lateral (
              select pg_catalog.split_part(
                pg_catalog.split_part(pg_catalog.split_part(after.text, '"', 1), '#', 1), '?', 1
              ) as address
            ) as link
            where pg_catalog.strpos(address, ':') = 0
              or pg_catalog.strpos(address, '/articles/') > 0
        ) as named
        where name <> ''
    $$
  `.execute(db)
  await sql`create index article_links on article using gin (linked_names(body_html))`.execute(db)
}
