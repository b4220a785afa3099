import { offlineTexts } from './offline-texts.ts'

export interface OfflinePageOptions {
  /** The documents of the pages that can be read. */
  cached: readonly { path: string; html: string }[]
  /** The language of the browser; that of the site, if a page is cached, is preferred. */
  language: string
  /** Addresses of the site's style sheets. */
  styles: readonly string[]
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'"

/** The page that is shown without a network: says so, and lists the pages that can be read. */
export function offlinePage({ cached, language, styles }: OfflinePageOptions): Response {
  const { lang, texts } = offlineTexts(languageOf(cached[0]?.html) ?? language)
  const links = cached.map(
    ({ path, html }) => `<li><a href="${path}">${titleOf(html) ?? path}</a></li>`,
  )
  const list =
    links.length > 0
      ? `<div class="prose">\n<h2>${texts.readable}</h2>\n<ul>\n${links.join('\n')}\n</ul>\n</div>`
      : ''
  const html = `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
${headerOf(cached[0]?.html)}
<main class="wrap" id="main">
<div class="dead-end">
<h1>${texts.title}</h1>
<p class="standfirst">${texts.explanation}</p>
<p><a href="">${texts.tryAgain}</a></p>
</div>
${list}
</main>
</body>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

const languageOf = (html = '') => /<html[^>]* lang="([A-Za-z-]+)"/.exec(html)?.[1]
/** The site's header with its menu, from a cached page, without the mark of that page. */
const headerOf = (html = '') =>
  /<header[^>]*>.*?<\/header>/s.exec(html)?.[0].replaceAll(' aria-current="page"', '') ?? ''
/** Taken from a document of this site, so it is escaped already. */
const titleOf = (html: string) => /<title[^>]*>([^<]+)<\/title>/.exec(html)?.[1]
