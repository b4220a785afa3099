import type { PagePath, Slug } from '../contracts/primitives.ts'

/** What a portrait may be, by the ending of its address. */
export const PORTRAIT_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
} as const
export type PortraitFormat = keyof typeof PORTRAIT_TYPES

const KEY_LENGTH = 12
const ADDRESS = new RegExp(
  `^/portraits/[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{${KEY_LENGTH}}\\.(?:${Object.keys(PORTRAIT_TYPES).join('|')})$`,
)
const MAX_LENGTH = 160

export interface PortraitName {
  /** Of the author. */
  slug: Slug
  /** Of the bytes, in hexadecimal digits. */
  sha256: string
  format: PortraitFormat
}

/** Where the portrait of an author is: another address whenever its bytes are others. */
export const portraitPath = ({ slug, sha256, format }: PortraitName): PagePath =>
  `/portraits/${slug}-${sha256.slice(0, KEY_LENGTH)}.${format}`

/** Whether a portrait may be at this path; content knows whether one is. */
export const isPortraitPath = (path: string): boolean =>
  path.length <= MAX_LENGTH && ADDRESS.test(path)
