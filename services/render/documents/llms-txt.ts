import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { markdownPath } from './article-markdown.ts'
import {
  CORRECTIONS_PATH,
  FEED_BODIES,
  FEED_FORMS,
  feedFormPath,
  feedPaths,
} from './feeds/feed-addresses.ts'
import { pageDataPath } from './page-path.ts'
import { SITEMAP_PATH } from './sitemap-xml.ts'

const WORDS = {
  en_US: {
    /** How articles are made; a link to more follows. */
    provenance:
      'Every article carries a name, its dates and its sources. Where somebody has said so, it also says who wrote the text (a person, a person with the help of AI, or AI alone), who answers for it, and who reviewed it and when. Where it says nothing, nothing is known.',
    categories: 'Categories',
    feeds: 'Feeds',
    corrections: 'Corrections',
    more: 'More',
    about: 'Who we are and how we work',
    authors: 'Authors',
    articles: 'All categories, authors and articles',
    sitemap: 'Site map in XML',
    /** Says where any article is available as Markdown. */
    markdown:
      'Any article or term as Markdown, and /facts, /tools and /corrections: the address with .md at the end, such as',
    pageData: 'The data of any page as JSON, here of the home page',
  },
  ru_RU: {
    provenance:
      'Под каждой статьёй стоят имя, даты и источники. Если это известно, сказано и то, кто написал текст (человек, человек с помощью ИИ или только ИИ), кто за него отвечает, кто и когда его проверил. Если об этом ничего не сказано, ничего и не известно.',
    categories: 'Разделы',
    feeds: 'Ленты',
    corrections: 'Исправления',
    more: 'Ещё',
    about: 'Кто мы и как работаем',
    authors: 'Авторы',
    articles: 'Все разделы, авторы и статьи',
    sitemap: 'Карта сайта в XML',
    markdown:
      'Любая статья или термин в Markdown, а также /facts, /tools и /corrections: адрес с .md на конце, например',
    pageData: 'Данные любой страницы в JSON, здесь главной',
  },
  tr_TR: {
    provenance:
      'Her yazıda bir imza, tarihler ve kaynaklar bulunur. Bilindiği yerde metni kimin yazdığı (bir insan, yapay zekâ yardımıyla bir insan ya da yalnızca yapay zekâ), kimin sorumlu olduğu, kimin ne zaman incelediği de belirtilir. Bir şey söylenmiyorsa, bilinmiyor demektir.',
    categories: 'Bölümler',
    feeds: 'Akışlar',
    corrections: 'Düzeltmeler',
    more: 'Diğer',
    about: 'Kimiz ve nasıl çalışıyoruz',
    authors: 'Yazarlar',
    articles: 'Tüm bölümler, yazarlar ve yazılar',
    sitemap: 'XML site haritası',
    markdown:
      'Herhangi bir yazı ya da terim, /facts, /tools ve /corrections Markdown olarak: adresin sonuna .md eklenir, örneğin',
    pageData: 'Herhangi bir sayfanın JSON verisi, burada ana sayfanınki',
  },
} satisfies Record<Locale, object>

/**
 * The site described on one page for language models (llmstxt.org), in Markdown: what it is, where
 * things are, and how its texts are made.
 *
 * @param siteUrl without a slash at its end
 */
export function renderLlms({ site, menu }: Shell, siteUrl: string): string {
  const words = WORDS[site.locale]
  const link = (title: string, path: PagePath) =>
    `[${title.replace(/[\\[\]]/g, '\\$&')}](${siteUrl}${path})`
  const titles = new Map(menu.map(({ key, label }) => [key, label]))
  titles.set(CORRECTIONS_PATH, words.corrections)
  const feedTitle = (path: PagePath) =>
    titles.get(path.slice(0, path.lastIndexOf('/'))) ?? site.title

  return `# ${site.title}

> ${site.tagline}

${site.disclaimer}

${words.provenance} ${link(words.about, '/info/about-us')}.

## ${words.categories}

${menu
  .flatMap(({ label, key, children = [] }) => [
    `- ${link(label, key)}`,
    ...children.map((child) => `  - ${link(child.label, child.key)}`),
  ])
  .join('\n')}

## ${words.feeds}

${feedPaths({ menu })
  .map(
    (path) =>
      `- ${feedTitle(path)}: ${FEED_BODIES.map((form) => link(FEED_FORMS[form].name, feedFormPath(path, form))).join(', ')}`,
  )
  .join('\n')}

## ${words.more}

- ${link(words.authors, '/authors')}
- ${link(words.articles, '/sitemap')}
- ${link(words.sitemap, SITEMAP_PATH)}
- ${link(words.pageData, pageDataPath('/'))}
- ${words.markdown} ${siteUrl}${markdownPath('/articles/…')}
`
}
