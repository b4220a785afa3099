import type { PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { WholeRelease } from '../editions/stored-release.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import { articleOfDraft } from '../publishing/stored-articles.ts'
import type { ReplacedText } from '../releases/publish-release.ts'
import { renderTexts } from '../releases/release-texts.ts'
import type { ArticleVerb } from './article-verb.ts'
import { type BrokenLink, brokenBy, lostHeadings, noticesOf } from './inbound-links.ts'

type Linking = Pick<ArticleVerb, 'read' | 'locale'>

/** Articles of a release of which the texts that link to them are read. */
const MAX_LOOKED_AT = 50
/** Once so many links are found, no more are looked for. */
const ENOUGH_LINKS = 100

/**
 * Links of texts that lead into nothing once all texts of a release are published. Of those texts, what
 * they say then counts.
 */
export async function brokenByTexts(
  verb: Linking,
  texts: readonly ReplacedText[],
  asker: Asker,
): Promise<{ broken: BrokenLink[]; isAll: boolean }> {
  const replaced = new Map<PagePath, Outline>(
    texts.flatMap(({ existing, outline }) =>
      existing ? [[articlePath(existing.slug), outline] as const] : [],
    ),
  )
  const losing = texts.flatMap(({ existing, outline }) => {
    const lost = existing ? lostHeadings(existing.headings, outline) : {}
    return existing && lost.headings?.length ? [{ existing, lost }] : []
  })
  const broken: BrokenLink[] = []
  let isAll = losing.length <= MAX_LOOKED_AT
  for (const { existing, lost } of losing.slice(0, MAX_LOOKED_AT)) {
    if (broken.length >= ENOUGH_LINKS) return { broken, isAll: false }
    const found = await brokenBy(verb, existing, lost, asker, replaced)
    broken.push(...found.broken)
    isAll &&= found.isAll
  }
  return { broken, isAll }
}

export const releaseNotices = (found: Awaited<ReturnType<typeof brokenByTexts>>) =>
  noticesOf(found, '/articles/{slug}')

/** The warnings of a release that is not published yet. */
export async function warningsOfRelease(verb: Linking, { drafts }: WholeRelease, asker: Asker) {
  const { outlineOf } = await renderTexts({ drafts, siteDrafts: [] }, verb.locale, asker)
  const texts: ReplacedText[] = []
  for (const draft of drafts) {
    const existing = await articleOfDraft(verb.read, draft)
    texts.push({ slug: draft.slug, existing, outline: outlineOf(draft) })
  }
  return releaseNotices(await brokenByTexts(verb, texts, asker))
}
