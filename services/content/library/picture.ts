import {
  DARK,
  isPicturePath,
  pictureNameIn,
  picturePath,
} from '#shared/addresses/picture-address.ts'
import type { PictureModel } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'

/** Everything about a picture except the drawing itself. */
export interface ShownPicture {
  name: string
  sha256: string
  /** In pixels. */
  width: number
  height: number
}

/** Pictures by name, those for the dark as `name.dark`. */
export type ShownPictures = ReadonlyMap<string, ShownPicture>

/** These pictures, with those for the dark. Unknown names are left out. */
export async function loadShownPictures(
  db: Reader,
  names: readonly string[],
): Promise<ShownPictures> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture')
    .select(['name', 'sha256', 'width', 'height'])
    .where('name', 'in', [...names, ...names.map((name) => name + DARK)])
    .execute()
  return new Map(rows.map((picture) => [picture.name, picture]))
}

/** The names of all pictures that texts may show. */
export async function loadPictureNames(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('picture').select('name').execute()
  return new Set(rows.map(({ name }) => name).filter((name) => !name.endsWith(DARK)))
}

/**
 * The file of the picture at a path.
 *
 * @throws {SiteError} `not-found` when there is no such picture now
 */
export async function loadPictureModel(db: ReadDatabase, path: PagePath): Promise<PictureModel> {
  if (!isPicturePath(path)) throw notFound(`A picture at ${path}`)
  return inSnapshot(db, async (snapshot, history) => {
    const name = pictureNameIn(path)
    const picture = await snapshot
      .selectFrom('picture')
      .select(['sha256', 'svg'])
      .where('name', '=', name)
      .executeTakeFirst()
    const { revision } = await history
    if (!picture || picturePath({ name, sha256: picture.sha256 }) !== path) {
      throw notFound(`A picture at ${path}`)
    }
    return { revision, tags: [tags.address(path)], svg: picture.svg }
  })
}
