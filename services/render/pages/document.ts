import type { Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { HydrationData, WebAssets } from '#shared/contracts/web-bundle.ts'

export interface DocumentInput {
  page: Page
  locale: Locale
  /** The inside of `#___gatsby`. */
  html: string
  hydration: HydrationData
  assets: WebAssets
  build: string
  /** The public address of the site, without a slash at its end. */
  siteUrl: string
}

/**
 * The whole HTML document. It holds no script or style of its own, so that one strict content
 * security policy fits every page; the data block is data and is never run.
 */
export function renderDocument(input: DocumentInput): string {
  const { page, assets, siteUrl } = input
  const canonical = page.seo.noindex ? '' : `${siteUrl}${page.path}`
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title data-gatsby-head="true">${escapeHtml(page.seo.title)}</title>`,
    meta('description', page.seo.description),
    page.seo.noindex ? meta('robots', 'noindex, follow') : '',
    canonical && `<link rel="canonical" href="${escapeHtml(canonical)}" data-gatsby-head="true">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="sitemap" type="application/xml" href="/sitemap.xml">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script type="module" src="${assets.script}" async></script>`,
  ].filter(Boolean)

  return `<!doctype html>
<html lang="${input.locale.replace('_', '-')}">
<head>
${head.join('\n')}
</head>
<body>
<div id="___gatsby">${input.html}</div>
<script type="application/json" id="hydration-data" data-page-path="${escapeHtml(page.path)}" data-build="${input.build}">${hydrationJson(input.hydration)}</script>
</body>
</html>
`
}

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}" data-gatsby-head="true">`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Pages of one snapshot share their shell; its JSON lives as long as it does. */
const shellJsons = new WeakMap<Shell, string>()

function hydrationJson({ page, shell }: HydrationData): string {
  const shellJson = shellJsons.get(shell) ?? scriptJson(shell)
  shellJsons.set(shell, shellJson)
  return `{"page":${scriptJson(page)},"shell":${shellJson}}`
}

/** JSON that cannot end the element it stands in, nor a line of a script. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
