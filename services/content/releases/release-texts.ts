import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { AdParser } from '../ads/parse-ads.ts'
import type { HeldReason } from '../database/schema.ts'
import { textsOf } from '../drafts/check-article.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import type { WholeRelease } from '../editions/stored-release.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { type MarkdownRenderer, renderMarkdown } from '../markdown/render-markdown.ts'
import { parseAhead } from '../parsing/parse-ahead.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import type { Siblings } from '../publishing/check-among-stored.ts'
import { adStringsIn } from '../publishing/save-site-file.ts'

/** The texts of a release, rendered before the edit that publishes them. */
export interface RenderedTexts {
  /** Of a draft that was changed since, its text of now is rendered. */
  rendererOf(draft: StoredDraft): MarkdownRenderer | undefined
  outlineOf(draft: StoredDraft): Outline
  siblings: Siblings
  /** Holds the ads of all drafts. */
  parse: AdParser
}

export async function renderTexts(
  { drafts, siteDrafts }: Pick<WholeRelease, 'drafts' | 'siteDrafts'>,
  locale: Locale,
  asker: Asker,
): Promise<RenderedTexts> {
  const renderers = new Map<string, MarkdownRenderer>()
  const siblings = new Map<PagePath, ReadonlySet<string>>()
  // One after the other: the site answers readers and editors meanwhile.
  for (const { id, slug, fields } of drafts) {
    const { title, body } = textsOf(fields)
    const render = await renderAhead({ title, body }, locale, asker)
    renderers.set(id, render)
    const { headings } = render(body, title, locale)
    siblings.set(articlePath(slug), new Set(headings.map((heading) => heading.id)))
  }
  const ads = siteDrafts.flatMap((draft) => [...adStringsIn(draft)])
  const parse = await parseAhead(ads, asker)
  return {
    parse,
    rendererOf: ({ id }) => renderers.get(id),
    outlineOf({ id, fields }) {
      const { title, body } = textsOf(fields)
      return (renderers.get(id) ?? renderMarkdown)(body, title, locale).outline
    },
    siblings,
  }
}

/** The reasons of one draft among those of its release. */
export const reasonsOfDraft = (
  { slug }: Pick<StoredDraft, 'slug'>,
  reasons: readonly HeldReason[],
): HeldReason[] => reasons.map((reason) => ({ ...reason, field: `/${slug}${reason.field}` }))

/** The reasons that an error names, or the error itself. */
export const reasonsToHold = ({ message, reasons }: SiteError): readonly HeldReason[] =>
  reasons.length === 0 ? [{ field: '', message }] : reasons

/** @throws {SiteError} if there are reasons not to publish */
export function requireNoReasons(reasons: readonly HeldReason[]): void {
  if (reasons.length === 0) return
  throw new SiteError('conflict', 'Nothing of this release was published', { reasons })
}
