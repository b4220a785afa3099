import { PICTURE_FOLDER } from '#shared/addresses/picture-address.ts'
import type { Day } from '#shared/contracts/fact.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { nearestName } from '../drafts/nearest-name.ts'
import { markupIn } from '../drafts/reasons-about-markup.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import { linkTarget } from '../folder/link-target.ts'
import type { OutlineImage } from '../markdown/outline-markdown.ts'
import { pictureNamed, splitCredit } from '../markdown/picture-figure.ts'

/** What a text may show. */
export interface PictureTargets {
  /** The public origin of the site, if known. */
  origin?: string | undefined
  /** The files of all pictures of the site. */
  pictures: ReadonlySet<string>
  /** `undefined` where it cannot be known. */
  has(path: PagePath): boolean | undefined
}

/** The pictures that every site has, such as its logo. */
const FILE = /^\/[a-z-]+\.(?:svg|png|ico)$/
const FORM = '![what it shows](/pictures/name.svg "Caption. — Drawing: who")'

/** Whether a picture is written so that it can be shown: by itself, and with its credit. */
export function mistakeInPicture({ line, address, title, isFigure }: OutlineImage): CodedReason[] {
  if (pictureNamed(address) === undefined) return []
  const mistake = (message: string) => [aboutText('E-IMAGE', line, `${address} ${message}`)]
  if (!isFigure) {
    return mistake('stands among other words: give the picture a paragraph of its own')
  }
  const markup = markupIn(title)
  if (markup !== undefined) {
    const message = `${address} has "${markup}" in its caption, which readers would see as it is written: write the words alone`
    return [aboutText('E-MARKUP', line, message)]
  }
  return splitCredit(title)
    ? []
    : mistake(`says not whose picture it is, after a long dash (—): write ${FORM}`)
}

/** A month or a day in a credit: `Screenshot: Finlore, 2026-11-03`. */
const DATED = /\b(20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)\b/

/**
 * Pictures whose credit has a date of more than a year ago: what they show may look different now.
 *
 * @param today where the site is
 */
export function* remarksOnAge(images: readonly OutlineImage[], today: Day): Generator<CodedReason> {
  const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  for (const { line, address, title } of images) {
    if (pictureNamed(address) === undefined) continue
    const [, date] = DATED.exec(splitCredit(title)?.credit ?? '') ?? []
    if (date === undefined || date >= lastYear.slice(0, date.length)) continue
    const message = `${address} is of ${date}, more than 12 months ago: look whether what it shows still looks so, take it again or write the day on which you looked`
    yield aboutText('W-IMAGE-OLD', line, message)
  }
}

/** @returns why a site has no such picture to show */
export function reasonAgainstPicture(
  { line, address, alt }: OutlineImage,
  page: PagePath,
  { pictures, origin, has }: PictureTargets,
): CodedReason | undefined {
  const target = linkTarget(address, page, origin)
  if (address !== '' && !target) {
    const message = `![${alt}] is a picture of another site, which browsers do not load here: put it into pictures/, or link to it`
    return aboutText('E-IMAGE-HOST', line, message)
  }
  const file = pictureNamed(address)
  if (file !== undefined && pictures.has(file)) return undefined
  if (target && FILE.test(target.path) && has(target.path)) return undefined
  if (file === undefined) {
    const message = `![${alt}] shows "${address}", which is no picture of the site: put it into pictures/, and write ${FORM}`
    return aboutText('E-IMAGE', line, message)
  }
  const near = nearestName(file, pictures)
  const hint =
    near === undefined ? `put pictures/${file} there` : `did you mean "${PICTURE_FOLDER}${near}"?`
  return aboutText(
    'E-IMAGE',
    line,
    `![${alt}] shows "${address}", and there is no such picture; ${hint}`,
  )
}
