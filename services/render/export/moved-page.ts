import type { PagePath } from '#shared/contracts/primitives.ts'
import { escapeHtml } from '../pages/escape.ts'

/**
 * Leads on to where a page is now, for web servers that know of no redirects: those that do never
 * send it. It says nothing, and so needs no language.
 */
export function renderMovedPage(location: PagePath): string {
  const to = escapeHtml(location)
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=${to}">
<link rel="canonical" href="${to}">
<title>${to}</title>
<a href="${to}">${to}</a>
`
}
