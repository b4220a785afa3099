import { frameName } from '#shared/addresses/frame-name.ts'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { HydrationData, WebAssets } from '#shared/contracts/web-bundle.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { escapeHtml, htmlComment, scriptJson } from './escape.ts'
import { alternates } from './head/alternates.ts'
import { type HeadInput, link, meta, ofPage } from './head/head-tags.ts'
import { openGraph } from './head/open-graph.ts'
import { structuredData } from './head/structured-data.ts'
import { OPEN_SEARCH_TYPE } from './open-search.ts'
import { frameOf } from './page-data.ts'
import { ROUTES } from './routes.ts'

export interface DocumentInput extends HeadInput {
  /** The inside of `#___gatsby`. */
  html: string
  hydration: HydrationData
  assets: WebAssets
  build: string
}

/**
 * The whole HTML document. It contains no inline script or style, so that one strict content
 * security policy fits every page; data blocks are data and are never run.
 */
export function renderDocument(input: DocumentInput): string {
  const { page, shell, assets } = input
  const language = languageTag(shell.site.locale)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    COLORS,
    `<title data-gatsby-head="true">${escapeHtml(page.seo.title)}</title>`,
    // Before the tags that only machines read, so that the browser requests them at once.
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // The hash stops a damaged or changed script; the page is complete without it.
    `<script type="module" src="${assets.script}" integrity="${assets.scriptIntegrity}" async></script>`,
    ofPage(meta('description', page.seo.description)),
    ...(page.seo.noindex ? [ofPage(meta('robots', 'noindex, follow'))] : forOthers(input)),
    ICONS,
    '<link rel="sitemap" type="application/xml" href="/sitemap.xml">',
    ...openSearchOf(input),
  ].filter(Boolean)

  return `<!doctype html>
<html lang="${language}" data-language="${language}">
<head>
${head.join('\n')}
</head>
<body>
<div id="___gatsby">${input.html}</div>${adComment(page)}
<script type="application/json" id="hydration-data" data-page-path="${escapeHtml(page.path)}" data-build="${input.build}" data-frame="${frameName(frameOf(shell))}"${scriptsOf(shell)}>${scriptJson(input.hydration)}</script>
</body>
</html>
`
}

/** Those of other sites, which the page fetches through ours. */
const scriptsOf = ({ thirdPartyScripts = [] }: Shell): string =>
  thirdPartyScripts.length > 0 ? ` data-scripts="${escapeHtml(thirdPartyScripts.join(' '))}"` : ''

/** The comment by which the ad system recognises that its code is on a page. */
function adComment(page: Page): string {
  const comment = page.sponsored?.comment
  return comment === undefined ? '' : htmlComment(comment)
}

/** Tags for search engines and other sites, for a page that may be indexed. */
const forOthers = (input: HeadInput): string[] => [
  // A topic shows a part of what its subcategory shows, so that one is canonical.
  ofPage(link({ rel: 'canonical', href: input.siteUrl + withoutQuery(input.page.path) })),
  ...alternates(input),
  ...openGraph(input),
  structuredData(input),
]

/** Before any style is here, so that no dark page begins white; the paper of `tokens.css`. */
const COLORS = [
  '<meta name="color-scheme" content="light dark">',
  '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#0f1613" media="(prefers-color-scheme: dark)">',
].join('\n')

/** Browsers look for it where a reader begins, or searches. */
const openSearchOf = ({ page, shell }: HeadInput) =>
  page.kind === 'home' || page.kind === 'search'
    ? [
        link({
          rel: 'search',
          type: OPEN_SEARCH_TYPE,
          title: shell.site.title,
          href: ROUTES.openSearch,
        }),
      ]
    : []

const ICONS = [
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
].join('\n')
