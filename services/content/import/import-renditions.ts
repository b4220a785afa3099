import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Edit } from '../changes/commit-edit.ts'
import type { Database } from '../database/schema.ts'
import { ContentError } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { makeRenditions, type RasterUse, sourceKey } from '../rasters/make-renditions.ts'

interface RasterSource {
  /** Within the content folder. */
  file: string
  source: string
  use: RasterUse
}

const sourcesOf = ({ rasters, portraits }: ContentTree): RasterSource[] => [
  ...rasters.map(({ file, source }): RasterSource => ({ file, source, use: 'picture' })),
  ...portraits.map(({ file, source }): RasterSource => ({ file, source, use: 'portrait' })),
]

/**
 * Makes and stores what readers get of pictures and portraits, of those for which it is not stored. To be
 * called before the edit, for which all others wait: readers do not see them until it names them.
 *
 * @throws {ContentError} about files that were changed while they were read
 */
export async function storeRenditions(db: Kysely<Database>, tree: ContentTree): Promise<void> {
  const sources = new Map(sourcesOf(tree).map((one) => [one.source, one]))
  if (sources.size === 0) return
  const stored = await db
    .selectFrom('rendition')
    .select('source')
    .distinct()
    .where('source', 'in', [...sources.keys()])
    .execute()
  for (const { source } of stored) sources.delete(source)
  // One after the other: each may need memory for all of its pixels.
  for (const { file, source, use } of sources.values()) {
    const bytes = await readFile(path.join(tree.folder, file))
    if (sourceKey(bytes, use) !== source) {
      const message = 'was changed while it was read: import again'
      throw new ContentError([{ file, line: 1, code: 'E-IMAGE', message }])
    }
    const renditions = await makeRenditions(bytes, use)
    await db
      .insertInto('rendition')
      .values(renditions.map((rendition) => ({ source, ...rendition })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Must be called after pictures and portraits have their new sources. */
export async function dropUnusedRenditions({ tx }: Edit): Promise<void> {
  await tx
    .deleteFrom('rendition')
    .where('source', 'not in', (eb) => eb.selectFrom('raster_picture').select('source'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('portrait')
            .select('author')
            .whereRef('portrait.source', '=', 'rendition.source'),
        ),
      ),
    )
    .execute()
}
