import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  DARK,
  MAX_PICTURE_NAME,
  PICTURE_ENDINGS,
  PICTURE_NAME,
  type RasterEnding,
} from '#shared/addresses/picture-address.ts'
import { hasCode } from '#shared/errors.ts'
import { sourceKey } from '../rasters/make-renditions.ts'
import { cleanSvg } from './clean-svg.ts'
import type { ContentProblem } from './content-problem.ts'
import { readRaster } from './read-raster.ts'
import { readText } from './read-text.ts'

/** A drawing as it is stored: cleaned, and with its size in pixels. */
export interface PictureFile {
  /** That of the file without its ending; one for the dark ends in `.dark`. */
  name: string
  width: number
  height: number
  svg: string
  sha256: string
}

/** Another picture; what readers get of it is made when it is imported. */
export interface RasterPicture extends Pick<PictureFile, 'name' | 'width' | 'height'> {
  ending: RasterEnding
  /** Within the content folder. */
  file: string
  /** See `sourceKey`. */
  source: string
}

const FOLDER = 'pictures'
const MAX_SVG_BYTES = 200 * 1024
const MAX_PICTURES = 1_000
/** Files that are no content, such as those of a folder's window. */
const NO_CONTENT = /^\./

/**
 * Reads the pictures of the folder, for all languages. Unusable ones are added to the problems.
 *
 * @returns also the files that cannot be used, so that no text is blamed for them
 */
export async function readPictures(
  folder: string,
  problems: ContentProblem[],
): Promise<{ pictures: PictureFile[]; rasters: RasterPicture[]; unread: string[] }> {
  const files = (await listFiles(path.join(folder, FOLDER))).filter(
    (name) => !NO_CONTENT.test(name),
  )
  if (files.length > MAX_PICTURES) {
    const message = `has ${files.length} pictures: keep at most ${MAX_PICTURES}`
    problems.push({ file: FOLDER, line: 1, code: 'E-IMAGE-SIZE', message })
    return { pictures: [], rasters: [], unread: files }
  }
  const read: (ReadPicture & { file: string })[] = []
  // One after the other: each may need memory for all of its pixels.
  for (const file of files) read.push({ file, ...(await readPicture(folder, file)) })
  problems.push(
    ...read.flatMap((one) => one.problems ?? []),
    ...problemsOfNames(files),
    ...problemsOfPairs(
      read.flatMap(({ file, picture, raster }) => {
        const shown = picture ?? raster
        return shown ? [{ ...shown, file }] : []
      }),
      new Set(files),
    ),
  )
  return {
    pictures: read.flatMap(({ picture }) => picture ?? []),
    rasters: read.flatMap(({ raster }) => raster ?? []),
    unread: read.flatMap(({ file, problems: reasons }) => (reasons ? [file] : [])),
  }
}

const endingOf = (file: string) => path.extname(file).slice(1)
const nameOf = (file: string) => path.basename(file, path.extname(file))

async function listFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** One of the three. */
interface ReadPicture {
  picture?: PictureFile
  raster?: RasterPicture
  problems?: ContentProblem[]
}

async function readPicture(folder: string, file: string): Promise<ReadPicture> {
  const place = `${FOLDER}/${file}`
  const name = nameOf(file)
  const ending = PICTURE_ENDINGS.find((known) => known === endingOf(file))
  if (!ending) {
    const endings = PICTURE_ENDINGS.map((known) => `.${known}`).join(', ')
    return refuse(place, `is no picture: save it with a name that ends in one of ${endings}`)
  }
  if (!PICTURE_NAME.test(name) || name.length > MAX_PICTURE_NAME) {
    const form = 'lower-case letters, digits and single hyphens, such as pay-stub.svg'
    return refuse(place, `has a name that is no address: use at most ${MAX_PICTURE_NAME} ${form}`)
  }
  if (ending === 'svg') return readDrawing(folder, place, name)
  const read = await readRaster(folder, place)
  if ('message' in read) {
    return refuse(place, read.message, { code: read.isTooLarge ? 'E-IMAGE-SIZE' : 'E-IMAGE' })
  }
  const { bytes, ...size } = read
  return { raster: { name, ending, file: place, ...size, source: sourceKey(bytes, 'picture') } }
}

async function readDrawing(folder: string, place: string, name: string): Promise<ReadPicture> {
  const { size } = await stat(path.join(folder, place))
  if (size > MAX_SVG_BYTES) {
    const message = `has ${Math.ceil(size / 1024)} KB: make it simpler, ${MAX_SVG_BYTES / 1024} KB at most`
    return refuse(place, message, { code: 'E-IMAGE-SIZE' })
  }
  const problems: ContentProblem[] = []
  const text = await readText(folder, place, problems)
  if (!text) return { problems }
  const cleaned = cleanSvg(text.text)
  if ('message' in cleaned) return refuse(place, cleaned.message, { line: cleaned.line })
  const sha256 = createHash('sha256').update(cleaned.svg).digest('hex')
  return { picture: { name, ...cleaned, sha256 } }
}

const refuse = (
  file: string,
  message: string,
  { line = 1, code = 'E-IMAGE' }: Partial<Pick<ContentProblem, 'line' | 'code'>> = {},
): ReadPicture => ({ problems: [{ file, line, code, message }] })

/** The name without its ending is that of an address, so one file may have it. */
function problemsOfNames(files: readonly string[]): ContentProblem[] {
  const first = new Map<string, string>()
  return files.flatMap((file) => {
    const other = first.get(nameOf(file))
    if (other === undefined) {
      first.set(nameOf(file), file)
      return []
    }
    const message = `has the name of ${other}: give one of them another name, or delete it`
    return [{ file: `${FOLDER}/${file}`, line: 1, code: 'E-IMAGE', message }]
  })
}

/** A picture for the dark belongs to one of the same kind and size for the day. */
function problemsOfPairs(
  pictures: readonly (Pick<PictureFile, 'name' | 'width' | 'height'> & { file: string })[],
  files: ReadonlySet<string>,
): ContentProblem[] {
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]))
  return pictures.flatMap(({ file, name, width, height }) => {
    if (!name.endsWith(DARK)) return []
    const problem = (message: string): ContentProblem[] => [
      { file: `${FOLDER}/${file}`, line: 1, code: 'E-IMAGE', message },
    ]
    const base = `${name.slice(0, -DARK.length)}.${endingOf(file)}`
    const light = byFile.get(base)
    if (!files.has(base)) return problem(`is for the dark, and there is no ${base}: add it`)
    if (!light || (light.width === width && light.height === height)) return []
    const size = `${light.width} × ${light.height}`
    return problem(`has another size than ${base}: make it with ${size} as well`)
  })
}
