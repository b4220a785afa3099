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

/** A letter of a line, or several letters as one sign; its place is in units of the face. */
interface Glyph {
  /** Its number in the face. */
  id: number
  /** From where the line begins. */
  x: number
  /** Above the base line. */
  y: number
}

/** Text as outlines of one face: drawing them needs no fonts and no escaping. */
export type Typeface = ReturnType<typeof loadTypeface>

/**
 * Loads a face of Source Serif 4, which covers Latin with Turkish and Cyrillic.
 *
 * @param locale chooses forms of letters, such as the dotted i that Turkish keeps in ligatures
 */
export function loadTypeface(weight: Weight, locale: Locale) {
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
    /** The text, composed, with single spaces and without the characters that the face lacks. */
    drawable(text: string): string {
      const characters = [...text.normalize('NFC')].filter((character) =>
        /\s/u.test(character) ? true : known.has(character.codePointAt(0) ?? 0),
      )
      return characters
        .join('')
        .replace(/[^\S\u00a0\u202f]+/gu, ' ')
        .trim()
    },
    /** The width in ems: multiplied by the size in pixels, it is the width in pixels. */
    measure(text: string): number {
      let advance = 0
      for (const { xAdvance = 0 } of shapeText(text)) advance += xAdvance
      return advance / face.upem
    },
    /** A text on one line, kerned. */
    glyphs(text: string): Glyph[] {
      let advance = 0
      return shapeText(text).map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
        const glyph = { id: codepoint, x: advance + xOffset, y: yOffset }
        advance += xAdvance
        return glyph
      })
    },
    /**
     * SVG of letters.
     *
     * @param place pixels; `x` is where the line begins, `y` its base line
     */
    outline(glyphs: readonly Glyph[], place: { x: number; y: number; size: number }): string {
      const { x, y, size } = place
      const scale = size / face.upem
      const paths = glyphs.map((glyph) => {
        const path = font.glyphToPath(glyph.id)
        return path && `<path transform="translate(${glyph.x} ${glyph.y})" d="${path}"/>`
      })
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    },
  }
}
