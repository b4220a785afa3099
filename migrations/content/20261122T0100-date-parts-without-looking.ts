import { type Kysely, sql } from 'kysely'

/** An article that became newer dates its file of the site map without a look at the other 999. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function date_updated() returns trigger
      language plpgsql set search_path from current as $$
    begin
      update sitemap_part set modified_at = moved.newest
        from (select (listing.position + 999) / 1000 as part, max(updated.updated_at) as newest
              from updated
              join replaced on replaced.id = updated.id and replaced.updated_at < updated.updated_at
              join listing on listing.article = updated.id and listing.list = 'all'
              group by 1) as moved
        where sitemap_part.part = moved.part and sitemap_part.modified_at < moved.newest;
      perform date_sitemap_parts(array(
        select distinct (listing.position + 999) / 1000
          from updated
          join replaced on replaced.id = updated.id and replaced.updated_at > updated.updated_at
          join listing on listing.article = updated.id and listing.list = 'all'));
      return null;
    end
    $$
  `.execute(db)
}
