import { offlineWords } from './offline-words.ts'

export interface OfflinePageOptions {
  /** Documents of the pages that can be read. */
  kept: readonly { path: string; html: string }[]
  /** Of the browser; the site's own, which a kept page has, goes before it. */
  language: string
  /** Addresses of the site's style sheets. */
  styles: readonly string[]
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'"

/** Stands in for a page that is not kept while the server cannot be asked: says so, and what is. */
export function offlinePage({ kept, language, styles }: OfflinePageOptions): Response {
  const { lang, words } = offlineWords(languageOf(kept[0]?.html) ?? language)
  const links = kept.map(
    ({ path, html }) => `<li><a href="${path}">${titleOf(html) ?? path}</a></li>`,
  )
  const list =
    links.length > 0
      ? `<div class="prose">\n<h2>${words.kept}</h2>\n<ul>\n${links.join('\n')}\n</ul>\n</div>`
      : ''
  const html = `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title}</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
${headerOf(kept[0]?.html)}
<main class="wrap" id="main">
<div class="dead-end">
<h1>${words.title}</h1>
<p class="standfirst">${words.explanation}</p>
<p><a href="">${words.tryAgain}</a></p>
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
/** The site's header with its menu, as a page of it has it. What is marked there is that page. */
const headerOf = (html = '') =>
  /<header[^>]*>.*?<\/header>/s.exec(html)?.[0].replaceAll(' aria-current="page"', '') ?? ''
/** As it stands in our own document, so escaped already. */
const titleOf = (html: string) => /<title[^>]*>([^<]+)<\/title>/.exec(html)?.[1]
