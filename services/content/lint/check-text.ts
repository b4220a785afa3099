import type { PagePath } from '#shared/contracts/primitives.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { nearestName } from '../drafts/nearest-name.ts'
import { codePointOf } from '../drafts/reasons-about-characters.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import { type KnownFacts, reasonsAgainstFacts } from '../facts/check-facts.ts'
import { linkTarget } from '../folder/link-target.ts'
import { EXCESS_MESSAGES } from '../markdown/excess.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { RenderedMarkdown } from '../markdown/render-markdown.ts'
import { reasonsAgainstNumbers } from '../numbers/check-numbers.ts'
import { mistakeInPicture, type PictureTargets, reasonAgainstPicture } from './check-pictures.ts'
import { reasonsAgainstTables } from './check-tables.ts'

/** The most errors of one kind that are reported for one text. */
const MAX_OF_A_KIND = 50
/** How many heading ids an error message lists. */
const MAX_IDS = 8
/** The most characters of a repeated block that a message quotes. */
const QUOTED = 60

/** What a text may lead to: `has` and `headingsAt` may answer `undefined` where they cannot tell. */
export interface LinkTargets extends PictureTargets {
  nearest(path: PagePath): PagePath | undefined | Promise<PagePath | undefined>
  /** The ids of the headings in the text at this path; `undefined` where there is no text. */
  headingsAt(path: PagePath): Promise<ReadonlySet<string> | undefined>
}

/**
 * All errors in a text: too much of something, raw HTML, wrong numbers, and links that lead nowhere.
 *
 * @param facts what its facts are compared with, if they are
 */
export async function checkText(
  { outline, excess }: Pick<RenderedMarkdown, 'outline' | 'excess'>,
  page: PagePath,
  targets: LinkTargets,
  facts?: KnownFacts,
): Promise<CodedReason[]> {
  if (excess) return [aboutText('E-SCHEMA', 0, EXCESS_MESSAGES[excess])]
  return [...reasonsAgainstText(outline, facts), ...(await checkLinks(outline, page, targets))]
}

/** The errors in a text that can be found without knowing other pages. */
export const reasonsAgainstText = (outline: Outline, facts?: KnownFacts): CodedReason[] => [
  ...(facts ? reasonsAgainstFacts(outline, facts).slice(0, MAX_OF_A_KIND) : []),
  ...reasonsAgainstNumbers(outline).slice(0, MAX_OF_A_KIND),
  ...reasonsAgainstTables(outline).slice(0, MAX_OF_A_KIND),
  ...outline.images.flatMap(mistakeInPicture).slice(0, MAX_OF_A_KIND),
  ...reasonsAgainstDirection(outline),
  ...reasonsAgainstHtml(outline),
  ...reasonsAgainstLeftovers(outline),
  ...reasonsAgainstRepeats(outline),
]

function reasonsAgainstDirection({ direction }: Outline): CodedReason[] {
  if (direction === undefined) return []
  const message = `has ${codePointOf(direction)}, which turns the direction of the text for readers: take it away`
  return [{ field: '/body', message }]
}

const reasonsAgainstRepeats = ({ repeats }: Outline): CodedReason[] =>
  repeats.slice(0, MAX_OF_A_KIND).map(({ line, text, first }) => {
    const message = `"${cutAtWord(text, QUOTED)}" stands in the text before, ${line - first} lines above: take one of them away`
    return aboutText('E-REPEAT', line, message)
  })

const reasonsAgainstLeftovers = ({ leftovers }: Pick<Outline, 'leftovers'>): CodedReason[] =>
  leftovers.slice(0, MAX_OF_A_KIND).map(({ line, text }) => {
    const message = `"${cutAtWord(text, QUOTED)}" is markup that readers would see as text: put what has blanks in it in angle brackets, as in [5%](<calc: 1 / 20>), close every brace and bracket, and use straight quotation marks`
    return aboutText('E-MARKUP', line, message)
  })

const reasonsAgainstHtml = ({ rawHtml }: Pick<Outline, 'rawHtml'>): CodedReason[] =>
  rawHtml.slice(0, MAX_OF_A_KIND).map(({ line, html }) => {
    const message = `${html} is raw HTML, which readers would see as text: write it in Markdown, or as \`code\` when it is meant to be seen`
    return aboutText('E-HTML', line, message)
  })

/** Links whose target on the site does not exist, and pictures that the site does not have. */
export async function checkLinks(
  { links, images, headings, tables }: Outline,
  page: PagePath,
  targets: LinkTargets,
): Promise<CodedReason[]> {
  const reasons: CodedReason[] = []
  const own = new Set(
    [...headings, ...tables.map(({ options }) => options)].flatMap(({ id }) => id ?? []),
  )
  const headingsAt = async (path: PagePath) => (path === page ? own : targets.headingsAt(path))
  const known: LinkTargets = { ...targets, headingsAt }
  for (const { line, address, text } of links) {
    if (reasons.length >= MAX_OF_A_KIND) break
    const reason = await checkLink(address, page, known)
    if (reason) reasons.push(aboutText(reason.code, line, `[${text}] ${reason.message}`))
  }
  for (const image of images) {
    if (reasons.length >= MAX_OF_A_KIND) break
    const reason = reasonAgainstPicture(image, page, targets)
    if (reason) reasons.push(reason)
  }
  return reasons
}

async function checkLink(address: string, page: PagePath, targets: LinkTargets) {
  const linkError = (message: string) => ({ code: 'E-LINK-INT', message }) as const
  const anchorError = (message: string) => ({ code: 'E-ANCHOR', message }) as const
  if (address === '') return linkError('has no address: write one')
  const target = linkTarget(address, page, targets.origin)
  if (!target) return undefined
  const { path, fragment } = target
  const there = path === page || targets.has(path)
  if (there === undefined) return undefined
  if (!there) {
    const near = await targets.nearest(path)
    const hint = near === undefined ? 'write the address of one that is' : `did you mean "${near}"?`
    return linkError(`leads to "${path}", and there is no such page; ${hint}`)
  }
  if (fragment === '') return undefined
  const ids = await targets.headingsAt(path)
  if (ids?.has(fragment)) return undefined
  const leads = `leads to "#${fragment}" of "${path}", which has no`
  if (ids === undefined || ids.size === 0) {
    return anchorError(`${leads} headings to lead to: remove "#${fragment}"`)
  }
  const near = nearestName(fragment, ids)
  const some = [...ids].slice(0, MAX_IDS).join(', ')
  const hint = near === undefined ? `it has ${some}` : `did you mean "#${near}"?`
  return anchorError(`${leads} such heading; ${hint}`)
}
