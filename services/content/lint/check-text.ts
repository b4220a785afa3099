import type { PagePath } from '#shared/contracts/primitives.ts'
import { nearestName } from '../drafts/nearest-name.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import { linkTarget } from '../folder/link-target.ts'
import { EXCESS_MESSAGES, type Excess } from '../markdown/excess.ts'
import { findRawHtml } from '../markdown/find-raw-html.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { RenderedMarkdown } from '../markdown/render-markdown.ts'
import type { SiteAddresses } from './site-addresses.ts'

/** The most errors of one kind that are reported for one text. */
const MAX_OF_A_KIND = 50
/** How many heading ids an error message lists. */
const MAX_IDS = 8

/** All errors in a text: too much of something, raw HTML, and links that lead nowhere. */
export async function checkText(
  body: string,
  { outline, excess }: RenderedMarkdown,
  page: PagePath,
  addresses: SiteAddresses,
): Promise<CodedReason[]> {
  if (excess) return [aboutExcess(excess)]
  return [...reasonsAgainstHtml(body), ...(await checkLinks(outline, page, addresses))]
}

const aboutExcess = (excess: Excess) => aboutText('E-SCHEMA', 0, EXCESS_MESSAGES[excess])

export function reasonsAgainstHtml(body: string): CodedReason[] {
  const found = findRawHtml(body)
  if (!found) return [aboutExcess('parts')]
  return found.slice(0, MAX_OF_A_KIND).map(({ line, html }) => {
    const message = `${html} is raw HTML, which readers would see as text: write it in Markdown, or as \`code\` when it is meant to be seen`
    return aboutText('E-HTML', line, message)
  })
}

/** Links and images whose target on the site does not exist. */
export async function checkLinks(
  { links, images, headings }: Outline,
  page: PagePath,
  addresses: SiteAddresses,
): Promise<CodedReason[]> {
  const reasons: CodedReason[] = []
  const own = new Set(headings.map(({ id }) => id))
  const headingsAt = async (path: PagePath) => (path === page ? own : addresses.headingsAt(path))
  const leads = [...links, ...images.map(({ alt, ...image }) => ({ ...image, text: alt }))]
  for (const { line, address, text } of leads) {
    if (reasons.length >= MAX_OF_A_KIND) break
    const reason = await checkLink(address, page, { ...addresses, headingsAt })
    if (reason) reasons.push(aboutText(reason.code, line, `[${text}] ${reason.message}`))
  }
  return reasons
}

async function checkLink(address: string, page: PagePath, addresses: SiteAddresses) {
  const linkError = (message: string) => ({ code: 'E-LINK-INT', message }) as const
  const anchorError = (message: string) => ({ code: 'E-ANCHOR', message }) as const
  if (address === '') return linkError('has no address: write one')
  const target = linkTarget(address, page, addresses.origin)
  if (!target) return undefined
  const { path, fragment } = target
  const there = path === page || addresses.has(path)
  if (there === undefined) return undefined
  if (!there) {
    const near = addresses.nearest(path)
    const hint = near === undefined ? 'write the address of one that is' : `did you mean "${near}"?`
    return linkError(`leads to "${path}", and there is no such page; ${hint}`)
  }
  if (fragment === '') return undefined
  const ids = await addresses.headingsAt(path)
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
