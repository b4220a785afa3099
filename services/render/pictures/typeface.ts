import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font, Buffer as Shaping, shape } from 'harfbuzzjs'
import type { Locale } from '#shared/contracts/primitives.ts'

const PACKAGE = '@expo-google-fonts/source-serif-4'
const FILES = {
  bold: '700Bold/SourceSerif4_700Bold.ttf',
  regular: '400Regular/SourceSerif4_400Regular.ttf',
} as const

export type Weight = keyof typeof FILES

/** Text as outlines of one face: what draws them needs no fonts and no escapes. */
export interface Typeface {
  /** The text without the characters that the face lacks, composed, with single spaces. */
  drawable(text: string): string
  /** The width in ems: times the size in pixels it is the width in pixels. */
  measure(text: string): number
  /**
   * SVG of a line of text.
   *
   * @param place pixels; `x` is where it begins, `y` its base line
   */
  outline(text: string, place: { x: number; y: number; size: number }): string
}

/**
 * Reads a face of Source Serif 4, which has Latin with Turkish and Cyrillic.
 *
 * @param locale chooses forms of letters, such as the dotted i that Turkish keeps in ligatures
 */
export function loadTypeface(weight: Weight, locale: Locale): Typeface {
  const file = createRequire(import.meta.url).resolve(`${PACKAGE}/${FILES[weight]}`)
  const face = new Face(new Blob(readFileSync(file)))
  const font = new Font(face)
  const known = new Set(face.collectUnicodes())
  const language = locale.slice(0, 2)
  const shaping = new Shaping()

  function shapeText(text: string) {
    shaping.reset()
    shaping.addText(text)
    shaping.setLanguage(language)
    shaping.guessSegmentProperties()
    shape(font, shaping)
    return shaping.getGlyphInfosAndPositions()
  }

  return {
    drawable(text) {
      const characters = [...text.normalize('NFC')].filter((character) =>
        /\s/u.test(character) ? true : known.has(character.codePointAt(0) ?? 0),
      )
      return characters
        .join('')
        .replace(/[^\S\u00a0\u202f]+/gu, ' ')
        .trim()
    },
    measure(text) {
      let advance = 0
      for (const { xAdvance = 0 } of shapeText(text)) advance += xAdvance
      return advance / face.upem
    },
    outline(text, { x, y, size }) {
      const scale = size / face.upem
      let advance = 0
      const paths: string[] = []
      for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of shapeText(text)) {
        const path = font.glyphToPath(codepoint)
        if (path) {
          paths.push(`<path transform="translate(${advance + xOffset} ${yOffset})" d="${path}"/>`)
        }
        advance += xAdvance
      }
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    },
  }
}
