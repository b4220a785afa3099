import type { ArticlePage, SearchPage } from '#shared/contracts/page.ts'
import type { PreviewForm, PreviewModel } from '#shared/contracts/preview.ts'
import { SEARCH_MAX_LENGTH } from '#shared/text/search-limits.ts'
import { MARKDOWN_TYPE, renderArticleMarkdown } from '../documents/article-markdown.ts'
import type { LoadedBundle } from '../documents/bundle/web-bundle.ts'
import { asPublished, renderHtml } from '../documents/make-entry.ts'
import { pictureOf } from '../documents/picture.ts'
import { typesetFound } from '../server/answers/search-page.ts'
import { hitCardOf } from '../server/answers/show-hits.ts'
import type { Drawer } from '../server/pictures/draw-in-threads.ts'
import type { Encode } from '../store/encode-body.ts'
import { etagOf, type StoredBody } from '../store/stored-entry.ts'

export interface PreviewMaker {
  bundle: LoadedBundle
  siteUrl: string
  drawer: Pick<Drawer, 'draw'>
}

/** Seen once, by one editor: compressing it would take longer than sending it. */
const encode: Encode = async (text, contentType) => {
  const identity = Buffer.from(text)
  return { contentType, etag: etagOf(identity), bytes: { identity } }
}

/** What readers would get, made as it is made for them. */
export async function renderPreview(
  { bundle, siteUrl, drawer }: PreviewMaker,
  form: PreviewForm,
  { shell, models }: Pick<PreviewModel, 'shell' | 'models'>,
): Promise<StoredBody> {
  const [article, place] = models
  if (article?.status !== 'found' || article.page.kind !== 'article') {
    throw new Error('Content answered another page than that of the article')
  }
  const { page, markdown = '' } = article
  const html = (shown: Parameters<typeof renderHtml>[1]) =>
    renderHtml({ bundle, siteUrl, encode }, shown, shell)
  switch (form) {
    case 'page':
      return html(asPublished({ bundle, siteUrl }, page, shell))
    case 'card':
    case 'result': {
      if (place?.status !== 'found') throw new Error(`There is no page to show a ${form} on`)
      const found = place.page.kind === 'search' ? resultOf(place.page, page) : place.page
      return html(found.kind === 'search' ? typesetFound(found, shell.site.locale) : found)
    }
    case 'picture': {
      const png = await drawer.draw(pictureOf(page, shell))
      return { contentType: 'image/png', etag: etagOf(png), bytes: { identity: png } }
    }
    case 'markdown':
      return encode(
        renderArticleMarkdown({ page, markdown, shell, siteUrl }),
        `${MARKDOWN_TYPE}; charset=utf-8`,
      )
    default:
      return form satisfies never
  }
}

/** The page of a search for the title, where the article is the only one that was found. */
function resultOf(search: SearchPage, article: ArticlePage): SearchPage {
  const { title } = article.article
  const card = hitCardOf(article)
  return {
    ...search,
    query: title.slice(0, SEARCH_MAX_LENGTH),
    outcome: 'results',
    total: 1,
    hits: [{ title, path: article.path, marks: [], ...(card && { card }) }],
    pages: 1,
  }
}
