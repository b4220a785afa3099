import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { imageSize } from 'image-size'
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import { PORTRAIT_TYPES, type PortraitFormat } from '#shared/addresses/portrait-address.ts'
import type { Database } from '../database/schema.ts'
import type { AuthorsFile } from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import type { ContentFile } from './read-yaml.ts'

/** An author's portrait as stored in the folder; width and height after the rotation of Exif. */
export type PortraitFile = Selectable<Database['portrait']>

const PORTRAITS = 'authors/portraits'
const MAX_BYTES = 100 * 1024
/** Pixels: enough for the largest size shown on a sharp screen, and not too many. */
const MIN_SIDE = 160
const MAX_SIDE = 1_200
/** The longer side divided by the shorter one. This limits what cropping to a square cuts off. */
const MAX_RATIO = 1.1
/** Exif orientations from this one on swap width and height. */
const FIRST_TURNED = 5

/** Reads the portraits that the authors' file names. Unusable ones are added to the problems. */
export async function readPortraits(
  folder: string,
  { value, locate }: ContentFile<Static<typeof AuthorsFile>>,
  problems: ContentProblem[],
): Promise<PortraitFile[]> {
  const portraits: PortraitFile[] = []
  const refuse = (field: string, message: string) =>
    problems.push(...locate([{ field, code: 'E-PORTRAIT', message }]))
  for (const [index, { slug, portrait: name, portraitAlt }] of value.entries()) {
    if (name !== undefined) {
      const read = await readPortrait(path.join(folder, PORTRAITS, name))
      if (typeof read !== 'string')
        portraits.push({ author: slug, alt: portraitAlt ?? null, ...read })
      else refuse(`/${index}/portrait`, `${PORTRAITS}/${name} ${read}`)
    } else if (portraitAlt !== undefined) {
      refuse(`/${index}/portraitAlt`, 'says what no portrait shows: name one')
    }
  }
  return portraits
}

/** @returns the portrait, or a message saying what is wrong and what to do about it */
async function readPortrait(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return 'is missing: put the file there, or remove the name'
  if (found.size > MAX_BYTES) {
    return `has ${Math.ceil(found.size / 1024)} KB: make it smaller, ${MAX_BYTES / 1024} KB at most`
  }
  const bytes = await readFile(file)
  const size = measure(bytes)
  if (!size) return 'is not a picture of a supported kind: save it as PNG, JPEG or WebP'
  const { width, height } = size
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  const shown = `has ${width} × ${height} pixels`
  if (shorter < MIN_SIDE || longer > MAX_SIDE) {
    return `${shown}: scale it so that each side has ${MIN_SIDE} to ${MAX_SIDE}`
  }
  if (longer > shorter * MAX_RATIO) return `${shown}: cut it so that it is a square`
  return { ...size, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Detects format and size from the bytes, whatever the file's name is. */
function measure(bytes: Buffer) {
  try {
    const { type, width, height, orientation = 1 } = imageSize(bytes)
    if (!isFormat(type)) return undefined
    const isTurned = orientation >= FIRST_TURNED
    return { format: type, ...(isTurned ? { width: height, height: width } : { width, height }) }
  } catch {
    return undefined
  }
}

const isFormat = (type: string | undefined): type is PortraitFormat =>
  type !== undefined && Object.hasOwn(PORTRAIT_TYPES, type)
