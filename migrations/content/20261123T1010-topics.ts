import { type Kysely, sql } from 'kysely'

/**
 * The lists of topics, `category/subcategory/topic`, in the order of their bytes: by it the topics
 * of a subcategory are found one after the other. Articles that name some already come to their
 * lists with the next import, which knows how names become slugs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listing_topic on listing ((list collate "C"), position)
      where list like '%/%/%'
  `.execute(db)
}
