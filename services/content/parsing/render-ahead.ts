import type { Locale } from '#shared/contracts/primitives.ts'
import { type MarkdownRenderer, renderMarkdown } from '../markdown/render-markdown.ts'
import { type Asker, isLarge, renderInProcess } from './parse-in-process.ts'

/**
 * Renders a large text before the edit that stores it begins, because other edits wait for an edit,
 * and other requests for the main thread.
 *
 * @returns a renderer that returns this result, and renders any other text when called
 * @throws {SiteError} `unavailable` when it takes too long
 */
export async function renderAhead(
  { title, body }: { title: string; body: string },
  locale: Locale,
  asker: Asker,
): Promise<MarkdownRenderer> {
  const rendered = isLarge(body.length)
    ? await renderInProcess([body, title, locale], asker)
    : renderMarkdown(body, title, locale)
  return (...request) =>
    request[0] === body && request[1] === title && request[2] === locale
      ? rendered
      : renderMarkdown(...request)
}
