import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Static } from 'typebox'
import { sourceKey } from '../rasters/make-renditions.ts'
import type { AuthorsFile } from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import { readRaster } from './read-raster.ts'
import type { ContentFile } from './read-yaml.ts'

/** An author's portrait in the folder; what readers get of it is made when it is imported. */
export interface PortraitFile {
  author: string
  alt: string | null
  /** Within the content folder. */
  file: string
  /** See `sourceKey`. */
  source: string
  /** Of the file. */
  sha256: string
}

export const portraitFile = (name: string): string => `authors/portraits/${name}`
/** In pixels: enough for the largest size shown, nearly so on a sharp screen. */
const MIN_SIDE = 160
/** The longer side divided by the shorter one. This limits what cropping to a square cuts off. */
const MAX_RATIO = 1.1

type Authors = ContentFile<Static<typeof AuthorsFile>>

/** What was made of a portrait, or a message saying what is wrong and what to do about it. */
type FoundPortrait = Pick<PortraitFile, 'source' | 'sha256'> | string

/** Reads the portraits that the authors' file names. Unusable ones are added to the problems. */
export const readPortraits = (folder: string, authors: Authors, problems: ContentProblem[]) =>
  findPortraits(authors, (file) => readPortrait(folder, file), problems)

/** @param find looks for a portrait by the name of its file within the content folder */
export async function findPortraits(
  { value, locate }: Authors,
  find: (file: string) => FoundPortrait | Promise<FoundPortrait>,
  problems: ContentProblem[],
): Promise<PortraitFile[]> {
  const portraits: PortraitFile[] = []
  const refuse = (field: string, message: string) =>
    problems.push(...locate([{ field, code: 'E-PORTRAIT', message }]))
  for (const [index, { slug, portrait: name, portraitAlt }] of value.entries()) {
    if (name !== undefined) {
      const file = portraitFile(name)
      const read = await find(file)
      if (typeof read !== 'string')
        portraits.push({ author: slug, alt: portraitAlt ?? null, file, ...read })
      else refuse(`/${index}/portrait`, `${file} ${read}`)
    } else if (portraitAlt !== undefined) {
      refuse(`/${index}/portraitAlt`, 'says what no portrait shows: name one')
    }
  }
  return portraits
}

async function readPortrait(folder: string, file: string): Promise<FoundPortrait> {
  const found = await stat(path.join(folder, file)).catch(() => undefined)
  if (!found?.isFile()) return 'is missing: put the file there, or remove the name'
  const read = await readRaster(folder, file)
  if ('message' in read) return read.message
  const { width, height, bytes } = read
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  const shown = `has ${width} × ${height} pixels`
  if (shorter < MIN_SIDE) return `${shown}: take a larger one, ${MIN_SIDE} at least on each side`
  if (longer > shorter * MAX_RATIO) return `${shown}: cut it so that it is a square`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { source: sourceKey(bytes, 'portrait'), sha256 }
}
