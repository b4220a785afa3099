import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { App } from './components/App.tsx'

/** What stands before and after `<main>` on every page that none of its links lead to. */
interface Frame {
  before: string
  after: string
}

/** Pages of one snapshot share their shell; its frame lives as long as it does. */
const frames = new WeakMap<Shell, Frame>()

/**
 * The inside of `#___gatsby`. Header, menu and footer are most of a page's elements and the same on
 * nearly every page, so React makes them once per shell. The bytes are those of a whole rendering.
 */
export function renderApp(page: Page, shell: Shell): string {
  const known = frames.get(shell)
  if (known && !linksTo(known, page.path)) {
    const { main } = split(renderToString(createElement(App, { page, shell, isFrameless: true })))
    return known.before + main + known.after
  }
  const html = renderToString(createElement(App, { page, shell }))
  const { before, after } = split(html)
  // A link to the page itself is marked as the current one: such a frame is this page's alone.
  if (!linksTo({ before, after }, page.path)) frames.set(shell, { before, after })
  return html
}

// Addresses in menu and footer are made of slugs, which are never escaped.
function linksTo({ before, after }: Frame, path: string): boolean {
  const href = `href="${path}"`
  return before.includes(href) || after.includes(href)
}

// The first tag opens it and the last one closes it, whatever stands between the two.
function split(html: string) {
  const start = html.indexOf('<main ')
  const end = html.lastIndexOf('</main>')
  return { before: html.slice(0, start), main: html.slice(start, end), after: html.slice(end) }
}
