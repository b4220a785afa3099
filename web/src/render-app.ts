import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Page, Translations } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { Frame } from './components/Frame.tsx'
import { LATER_TEMPLATES } from './pages/later-templates.ts'
import { Main } from './pages/Main.tsx'
import { addTemplates } from './pages/templates.ts'
import { stringsFor } from './strings/strings-for.ts'

// The server renders pages of every kind, and waits for none of them.
addTemplates(LATER_TEMPLATES)

/** The HTML before and after the content of `<main>`. */
interface FrameHtml {
  before: string
  after: string
}

/** Pages of one snapshot share a shell. Its frame is cached as long as the shell is in use. */
const frames = new WeakMap<Shell, FrameHtml>()

/**
 * Renders the content of `#___gatsby`. Header, menu and footer are most of a page's elements and
 * the same on nearly every page, so React renders them once per shell.
 */
export function renderApp(page: Page, shell: Shell): string {
  const { before, after } = frameFor(page, shell)
  const strings = stringsFor(shell.site.locale)
  return before + renderToString(createElement(Main, { page, strings })) + after
}

function frameFor(page: Page, shell: Shell): FrameHtml {
  const { path } = page
  const translations = page.kind === 'article' ? page.translations : undefined
  // Links to translations belong to this page only.
  if (translations) return renderFrame(path, shell, translations)
  const cached = frames.get(shell)
  const shared = withoutQuery(path)
  if (cached && !linksTo(cached, shared)) return cached
  const frame = renderFrame(path, shell)
  // A link to the page itself is marked as the current one, so such a frame is not shared.
  if (!linksTo(frame, shared)) frames.set(shell, frame)
  return frame
}

function renderFrame(path: string, shell: Shell, translations?: Translations): FrameHtml {
  // React numbers the ids of each rendering from the start. The prefix keeps them apart from the
  // page's.
  const options = { identifierPrefix: 'frame-' }
  const html = renderToString(createElement(Frame, { shell, path, translations }), options)
  const end = html.indexOf('</main>')
  return { before: html.slice(0, end), after: html.slice(end) }
}

// Addresses in menu and footer consist of slugs, which are never escaped.
function linksTo({ before, after }: FrameHtml, path: string): boolean {
  const href = `href="${path}"`
  return before.includes(href) || after.includes(href)
}
