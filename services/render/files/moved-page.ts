import type { PagePath } from '#shared/contracts/primitives.ts'
import { escapeHtml } from '../documents/escape.ts'

/**
 * A page that redirects, for web servers that cannot send redirects; others never send it. It
 * contains no words, so it needs no translation.
 */
export function renderMovedPage(location: PagePath): string {
  const to = escapeHtml(location)
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${to}">
<link rel="canonical" href="${to}">
<title>${to}</title>
<a href="${to}">${to}</a>
`
}
