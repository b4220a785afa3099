import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { imageSize } from 'image-size'
import type { Static } from 'typebox'
import type { Slug } from '#shared/contracts/primitives.ts'
import { PORTRAIT_TYPES, type PortraitFormat } from '#shared/text/portrait-address.ts'
import type { CodedReason } from '../lint/rules.ts'
import type { AuthorsFile } from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import type { ContentFile } from './read-yaml.ts'

/** The picture of an author, as it lies in the folder. */
export interface PortraitFile {
  author: Slug
  format: PortraitFormat
  /** Pixels, as it is shown. */
  width: number
  height: number
  alt: string | null
  bytes: Buffer
  /** Of the bytes, in hexadecimal digits. */
  sha256: string
}

const PORTRAITS = 'authors/portraits'
const MAX_BYTES = 100 * 1024
/** Pixels: what a sharp screen shows of it at its largest is between these. */
const MIN_SIDE = 160
const MAX_SIDE = 1_200
/** Of the longer side to the shorter one: the rest is cut off, and no more than this may be. */
const MAX_RATIO = 1.1
/** From this one on, the camera lay on its side and pictures are shown turned (Exif). */
const FIRST_TURNED = 5

/** Reads the portraits that the roster names. What cannot be shown is among the problems. */
export async function readPortraits(
  folder: string,
  { value, locate }: ContentFile<Static<typeof AuthorsFile>>,
  problems: ContentProblem[],
): Promise<PortraitFile[]> {
  const portraits: PortraitFile[] = []
  const reasons: CodedReason[] = []
  for (const [index, { slug, portrait: name, portraitAlt: alt }] of value.entries()) {
    if (name === undefined) {
      if (alt !== undefined)
        reasons.push(
          aboutPortrait(`/${index}/portraitAlt`, 'says what no portrait shows: name one'),
        )
      continue
    }
    const read = await readPortrait(path.join(folder, PORTRAITS, name))
    if (typeof read === 'string') {
      reasons.push(aboutPortrait(`/${index}/portrait`, `${PORTRAITS}/${name} ${read}`))
    } else {
      portraits.push({ author: slug, alt: alt ?? null, ...read })
    }
  }
  problems.push(...locate(reasons))
  return portraits
}

const aboutPortrait = (field: string, message: string): CodedReason => ({
  field,
  code: 'E-PORTRAIT',
  message,
})

/** @returns what is wrong, and what to do about it, when it cannot be shown */
async function readPortrait(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return 'is missing: put the file there, or take the name out'
  if (found.size > MAX_BYTES) {
    return `has ${Math.ceil(found.size / 1024)} KB: make it smaller, it may have ${MAX_BYTES / 1024}`
  }
  const bytes = await readFile(file)
  const size = measure(bytes)
  if (!size) return 'is no picture of a kind that can be shown: save it as PNG, JPEG or WebP'
  const { width, height } = size
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  const shown = `has ${width} × ${height} pixels`
  if (shorter < MIN_SIDE || longer > MAX_SIDE) {
    return `${shown}: scale it so that each side has ${MIN_SIDE} to ${MAX_SIDE}`
  }
  if (longer > shorter * MAX_RATIO) return `${shown}: cut it so that it is a square`
  return { ...size, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** By its bytes, whatever its name says. */
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
