import type { Vocabulary } from '../drafts/vocabulary.ts'
import { mergeEdits, type Side } from '../editions/merge-edits.ts'
import { paragraphsOf } from '../editions/merge-texts.ts'

/**
 * What a file came from. A pull writes editions into files, and an import may come much later: by then the
 * file is no longer what was imported last, and has an edition that may not be the newest.
 */

interface Versions<Version> {
  /** What was imported last. */
  imported: Version
  /** Editions since, the newest first. */
  later: readonly Version[]
  /** Whether the file has all that the edition has changed since `imported`. */
  has: (edition: Version) => boolean
  /** How many places it has changed. */
  changed: (edition: Version) => number
}

/** @returns of all editions of which a file has each change, the one with the most; else `imported` */
export function chooseBase<Version>({ imported, later, has, changed }: Versions<Version>): Version {
  let [base, most] = [imported, 0]
  for (const edition of later) {
    const count = changed(edition)
    if (count > most && has(edition)) [base, most] = [edition, count]
  }
  return base
}

/**
 * What the file of an article came from: the edition that a pull says it has written into it, if the file
 * was not imported since, as one that is newer. Files that older releases have pulled say nothing of it.
 */
export function baseOfFile<Edition extends NumberedSide>(
  file: Side,
  { imported, later }: { imported: Edition; later: readonly Edition[] },
  vocabulary: Vocabulary,
): Edition {
  const pulled = pulledOf(file, later)
  if (pulled && pulled.number >= imported.number) return pulled
  return chooseBase<Edition>({
    imported,
    later,
    has(stored) {
      const { changes, body, conflicts } = mergeEdits(
        { file, agreed: imported, stored },
        vocabulary,
      )
      return changes.size === 0 && body === file.body && conflicts.length === 0
    },
    changed(stored) {
      const { changes, body } = mergeEdits({ file: imported, agreed: imported, stored }, vocabulary)
      return changes.size + differing(imported.body, body)
    },
  })
}

interface NumberedSide extends Side {
  id: string
  number: number
}

/** How a file names an edition: no other article or database has one of this name. */
export const markOf = (id: string): string => id.slice(0, 13)

/** The edition that a pull has written into a file, as the file says. */
const pulledOf = <Edition extends NumberedSide>(
  { fields: { pulled } }: Side,
  editions: readonly Edition[],
): Edition | undefined => editions.find(({ id }) => markOf(id) === pulled)

/** Its paragraphs. */
export const paragraphsIn = (body: string): Set<string> =>
  new Set(paragraphsOf(body).filter((part) => part.trim() !== ''))

const missingIn = (some: Set<string>, all: Set<string>): number =>
  [...some].filter((part) => !all.has(part)).length

/** Paragraphs that are gone, and those that are new. */
function differing(former: string, current: string): number {
  const [was, is] = [paragraphsIn(former), paragraphsIn(current)]
  return missingIn(was, is) + missingIn(is, was)
}

/**
 * Which edition of an article a file came from that was never imported, such as one that a pull has made.
 * Its title and half of its paragraphs tell that it did.
 *
 * @param editions the newest first
 * @returns `undefined` for a text of another origin
 */
export function editionOfFile<Edition extends NumberedSide>(
  file: Side,
  editions: readonly Edition[],
): Edition | undefined {
  let [found, most] = [undefined as Edition | undefined, 0]
  for (const edition of editions) {
    const share = sharedWith(file, edition)
    const isSame = edition.fields.title === file.fields.title && isLike(file, edition)
    if (isSame && share > most) [found, most] = [edition, share]
  }
  return found && (pulledOf(file, editions) ?? found)
}

/** Texts of one article share so much of the paragraphs of a file. */
const LIKE = 0.5

/** Whether another text has half of the paragraphs of a file. */
export const isLike = (file: Side, other: Side): boolean => sharedWith(file, other) >= LIKE

/** From 0 to 1. */
function sharedWith(file: Side, { body }: Side): number {
  const own = paragraphsIn(file.body)
  return own.size === 0 ? 0 : 1 - missingIn(own, paragraphsIn(body)) / own.size
}
