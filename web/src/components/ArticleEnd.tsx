import type { ArticlePage } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { ARTICLE_END_WORDS } from '../strings/article-end.ts'
import type { Strings } from '../strings/strings.ts'
import { citeArticle } from './cite-article.ts'
import { NextInGuides } from './NextInGuides.tsx'

interface ArticleEndProps {
  page: ArticlePage
  site: Shell['site']
  /** Where readers find the article. */
  address: string
  strings: Pick<Strings, 'day' | 'copyPrompt' | 'copied'>
}

/**
 * What a reader can do with an article: go on in a guide, share it, save it, report a mistake, name it as a source. Only the
 * server renders it: in the browser it is HTML, whose buttons `islands/copy-link.ts`
 * and `islands/saved/` serve, and whose mail `islands/quote-selection.ts`.
 */
export function ArticleEnd({ page, site, address, strings }: ArticleEndProps) {
  const words = ARTICLE_END_WORDS[site.locale]
  const subject = encodeURIComponent(words.mistakeIn(page.article.title))
  const body = encodeURIComponent(`${address}\n\n`)
  const mail = `mailto:${site.email}?subject=${subject}&body=${body}`
  return (
    <>
      <NextInGuides guides={page.guides} words={words} />
      <p>
        <button
          type="button"
          className="copy-link share-link"
          data-share="sheet"
          data-copy-text={address}
        >
          {words.share}
        </button>
        <button type="button" className="copy-link" data-save={page.path}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 4h12v16l-6-4-6 4z" />
          </svg>
          <span className="copy-link-texts">
            <span className="copy-link-idle">{words.save}</span>
            <span className="copy-link-done">{words.saved}</span>
          </span>
        </button>
        {site.email && (
          <a href={mail} data-quote="">
            {words.reportMistake}
          </a>
        )}
      </p>
      <details>
        <summary>{words.cite}</summary>
        {citeArticle({ page, site, address, day: strings.day }).map(({ style, text }) => (
          <div key={style}>
            <p>
              <b>{style}</b> <span>{text}</span>
            </p>
            <button
              type="button"
              className="copy-link"
              data-copy-text={text}
              data-copy-prompt={strings.copyPrompt('{keys}')}
            >
              <span className="copy-link-texts">
                <span className="copy-link-idle">{words.copy}</span>
                <span className="copy-link-done">{strings.copied}</span>
              </span>
            </button>
          </div>
        ))}
      </details>
    </>
  )
}
