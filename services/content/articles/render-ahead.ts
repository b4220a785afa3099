import type { Locale } from '#shared/contracts/primitives.ts'
import { isLarge, renderInThread } from '../parsing/parse-in-thread.ts'
import { type MarkdownRenderer, renderMarkdown } from './render-markdown.ts'

/**
 * Renders a large text before the edit begins that is to store it: others wait for an edit, and for
 * the thread that serves.
 *
 * @returns a renderer that remembers it; any other text it renders when it is asked for it
 * @throws {SiteError} `unavailable` when it takes too long
 */
export async function renderAhead(
  { title, body }: { title: string; body: string },
  locale: Locale,
): Promise<MarkdownRenderer> {
  if (!isLarge(body.length)) return renderMarkdown
  const rendered = await renderInThread(body, title, locale)
  return (...asked) =>
    asked[0] === body && asked[1] === title && asked[2] === locale
      ? rendered
      : renderMarkdown(...asked)
}
