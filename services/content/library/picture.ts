import { sql } from 'kysely'
import {
  DARK,
  isPicturePath,
  PICTURE_TYPES,
  type PictureFormat,
  pictureNameIn,
  picturePath,
  type RasterFormat,
} from '#shared/addresses/picture-address.ts'
import type { PictureModel } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'

/** One file of a picture. */
export interface PictureForm {
  format: PictureFormat
  /** In pixels. */
  width: number
  sha256: string
}

/** Everything about a picture except its bytes. */
export interface ShownPicture {
  name: string
  /** In pixels, of the original. */
  width: number
  height: number
  /** A drawing is one file. */
  forms: readonly PictureForm[]
}

/** Pictures by name, those for the dark as `name.dark`. */
export type ShownPictures = ReadonlyMap<string, ShownPicture>

/** Formats that not everything knows which shows pictures. */
const MODERN: ReadonlySet<PictureFormat> = new Set(['avif', 'webp'])

/** The file of a picture that everything can show. */
export const plainPath = ({ name, forms }: ShownPicture): PagePath[] =>
  forms.filter(({ format }) => !MODERN.has(format)).map((form) => picturePath({ name, ...form }))

/** These pictures, with those for the dark. Unknown names are left out. */
export async function loadShownPictures(
  db: Reader,
  names: readonly string[],
): Promise<ShownPictures> {
  if (names.length === 0) return new Map()
  const wanted = [...names, ...names.map((name) => name + DARK)]
  const rows = await db
    .selectFrom(
      sql<ShownPicture>`(
        select name, width, height, json_build_array(
          json_build_object('format', 'svg', 'width', width, 'sha256', sha256)
        ) as forms
        from picture where name = any(${wanted})
        union all
        select name, width, height, (
          select json_agg(
            json_build_object('format', format, 'width', rendition.width, 'sha256', sha256)
            order by format, rendition.width
          )
          from rendition where rendition.source = raster_picture.source
        )
        from raster_picture where name = any(${wanted})
      )`.as('shown'),
    )
    .selectAll()
    .execute()
  return new Map(rows.map((picture) => [picture.name, picture]))
}

/** The files of all pictures that texts may show, as texts name them. */
export async function loadPictureNames(db: Reader): Promise<ReadonlySet<string>> {
  const [drawings, others] = await settleAll([
    db.selectFrom('picture').select('name').execute(),
    db.selectFrom('raster_picture').select(['name', 'ending']).execute(),
  ])
  return new Set(
    [...drawings.map(({ name }) => ({ name, ending: 'svg' })), ...others]
      .filter(({ name }) => !name.endsWith(DARK))
      .map(({ name, ending }) => `${name}.${ending}`),
  )
}

/**
 * The file of the picture at a path.
 *
 * @throws {SiteError} `not-found` when there is no such picture now
 */
export async function loadPictureModel(db: ReadDatabase, path: PagePath): Promise<PictureModel> {
  if (!isPicturePath(path)) throw notFound(`A picture at ${path}`)
  return inSnapshot(db, async (snapshot, history) => {
    const file = await (path.endsWith('.svg') ? findDrawing : findRendition)(snapshot, path)
    const { revision } = await history
    if (!file) throw notFound(`A picture at ${path}`)
    return { revision, tags: [tags.address(path)], ...file }
  })
}

async function findDrawing(db: Reader, path: PagePath) {
  const name = pictureNameIn(path)
  const drawing = await db
    .selectFrom('picture')
    .select(['sha256', 'svg'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!drawing) return undefined
  const { sha256, svg } = drawing
  return picturePath({ name, sha256, format: 'svg' }) === path ? { svg } : undefined
}

async function findRendition(db: Reader, path: PagePath) {
  const name = pictureNameIn(path)
  const forms = await db
    .selectFrom('raster_picture')
    .innerJoin('rendition', 'rendition.source', 'raster_picture.source')
    .select(['rendition.source', 'format', 'rendition.width', 'sha256'])
    .where('name', '=', name)
    .execute()
  const form = forms.find((one) => picturePath({ name, ...one }) === path)
  return form && loadRendition(db, form)
}

/** The bytes of a rendition, as models send them. */
export async function loadRendition(
  db: Reader,
  { source, format, width }: { source: string; format: RasterFormat; width: number },
) {
  const { bytes } = await db
    .selectFrom('rendition')
    .select('bytes')
    .where('source', '=', source)
    .where('format', '=', format)
    .where('width', '=', width)
    .executeTakeFirstOrThrow()
  return { contentType: PICTURE_TYPES[format], bytes: bytes.toString('base64') }
}
