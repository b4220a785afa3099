import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { DARK, MAX_PICTURE_NAME, PICTURE_NAME } from '#shared/addresses/picture-address.ts'
import { hasCode } from '#shared/errors.ts'
import { cleanSvg } from './clean-svg.ts'
import type { ContentProblem } from './content-problem.ts'
import { readText } from './read-text.ts'

/** A picture as it is stored: cleaned, and with its size in pixels. */
export interface PictureFile {
  /** That of the file without its ending; one for the dark ends in `.dark`. */
  name: string
  width: number
  height: number
  svg: string
  sha256: string
}

const FOLDER = 'pictures'
const ENDING = '.svg'
const MAX_BYTES = 200 * 1024
const MAX_PICTURES = 1_000
/** Files that are no content, such as those of a folder's window. */
const NO_CONTENT = /^\./

/**
 * Reads the drawings of the folder, for all languages. Unusable ones are added to the problems.
 *
 * @returns also the names of those that cannot be used, so that no text is blamed for them
 */
export async function readPictures(
  folder: string,
  problems: ContentProblem[],
): Promise<{ pictures: PictureFile[]; unread: string[] }> {
  const files = (await listFiles(path.join(folder, FOLDER))).filter(
    (name) => !NO_CONTENT.test(name),
  )
  const pictures: PictureFile[] = []
  const unread: string[] = []
  if (files.length > MAX_PICTURES) {
    const message = `has ${files.length} pictures: keep at most ${MAX_PICTURES}`
    problems.push({ file: FOLDER, line: 1, code: 'E-IMAGE-SIZE', message })
    return { pictures, unread: files.map(nameOf) }
  }
  for (const file of files) {
    const read = await readPicture(folder, file, problems)
    if (read) pictures.push(read)
    else unread.push(nameOf(file))
  }
  problems.push(...problemsOfPairs(pictures, new Set(files.map(nameOf))))
  return { pictures, unread }
}

const nameOf = (file: string) => path.basename(file, ENDING)

async function listFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function readPicture(
  folder: string,
  file: string,
  problems: ContentProblem[],
): Promise<PictureFile | undefined> {
  const place = `${FOLDER}/${file}`
  const refuse = (message: string, line = 1, code: 'E-IMAGE' | 'E-IMAGE-SIZE' = 'E-IMAGE') => {
    problems.push({ file: place, line, code, message })
    return undefined
  }
  const name = nameOf(file)
  if (!file.endsWith(ENDING)) {
    return refuse('is no drawing: save it as SVG, with a name that ends in .svg')
  }
  if (!PICTURE_NAME.test(name) || name.length > MAX_PICTURE_NAME) {
    const form = 'lower-case letters, digits and single hyphens, such as pay-stub.svg'
    return refuse(`has a name that is no address: use at most ${MAX_PICTURE_NAME} ${form}`)
  }
  const { size } = await stat(path.join(folder, place))
  if (size > MAX_BYTES) {
    const message = `has ${Math.ceil(size / 1024)} KB: make it simpler, ${MAX_BYTES / 1024} KB at most`
    return refuse(message, 1, 'E-IMAGE-SIZE')
  }
  const text = await readText(folder, place, problems)
  if (!text) return undefined
  const cleaned = cleanSvg(text.text)
  if ('message' in cleaned) return refuse(cleaned.message, cleaned.line)
  return { name, ...cleaned, sha256: createHash('sha256').update(cleaned.svg).digest('hex') }
}

/** A picture for the dark belongs to one of the same size for the day. */
function problemsOfPairs(
  pictures: readonly PictureFile[],
  names: ReadonlySet<string>,
): ContentProblem[] {
  const byName = new Map(pictures.map((picture) => [picture.name, picture]))
  return pictures.flatMap(({ name, width, height }) => {
    if (!name.endsWith(DARK)) return []
    const problem = (message: string): ContentProblem[] => [
      { file: `${FOLDER}/${name}${ENDING}`, line: 1, code: 'E-IMAGE', message },
    ]
    const base = name.slice(0, -DARK.length)
    const light = byName.get(base)
    if (!names.has(base))
      return problem(`is for the dark, and there is no ${base}${ENDING}: add it`)
    if (!light || (light.width === width && light.height === height)) return []
    const size = `${light.width} × ${light.height}`
    return problem(`has another size than ${base}${ENDING}: draw it with ${size} as well`)
  })
}
