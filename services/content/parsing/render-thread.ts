// Runs in threads started by render-in-threads.ts.

import type { Locale } from '#shared/contracts/primitives.ts'
import { type RenderedMarkdown, renderMarkdown } from '../markdown/render-markdown.ts'

/** The Markdown of an article, and its title. */
export interface ArticleText {
  title: string
  body: string
}

export interface RenderJob {
  texts: readonly ArticleText[]
  locale: Locale
}

/** @returns in the order of the texts */
export const work = ({ texts, locale }: RenderJob): RenderedMarkdown[] =>
  texts.map(({ title, body }) => renderMarkdown(body, title, locale))
