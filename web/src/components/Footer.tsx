import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Translations } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { usePageWords } from '../strings/page-words.ts'
import { SAVED_PAGE_WORDS } from '../strings/saved-page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Brand } from './Brand.tsx'
import { FeedLinks } from './FeedLinks.tsx'
import { LanguageLinks } from './LanguageLinks.tsx'
import { LinkList } from './LinkList.tsx'

export interface FooterProps {
  shell: Shell
  /** The path of the page. */
  path: string
  /** The paths of the page in other languages, by language, where they differ. */
  translations?: Translations | undefined
}

export function Footer({ shell, path, translations }: FooterProps) {
  const strings = useStrings()
  const { site, menu, year, hasFacts, hasTools } = shell
  const glossary = shell.glossary ? [shell.glossary] : []
  const categories = menu.map(({ label, key }) => ({ title: label, path: key }))
  const subcategories = menu.flatMap(({ children = [] }) =>
    children.map(({ key }) => ({ path: key })),
  )
  const info = [
    ...(hasTools ? [{ title: strings.tools, path: '/tools' }] : []),
    ...(hasFacts ? [{ title: strings.facts, path: '/facts' }] : []),
    { title: strings.authors, path: '/authors' },
    { title: strings.corrections, path: '/corrections' },
    { title: strings.privacyPolicy, path: '/privacy-policy' },
    { title: strings.termsOfUse, path: '/terms' },
    { title: strings.aboutUs, path: '/info/about-us' },
    { title: usePageWords(SAVED_PAGE_WORDS).title, path: '/saved' },
    { title: strings.sitemap, path: '/sitemap' },
  ]
  const profiles = { YouTube: site.youtube, Facebook: site.facebook, Instagram: site.instagram }
  const contacts = [
    ...(site.email === null ? [] : [{ title: site.email, path: `mailto:${site.email}` }]),
    ...Object.entries(profiles).flatMap(([title, path]) =>
      path === null ? [] : [{ title, path, rel: 'noopener me' }],
    ),
  ]

  // Every language has the pages that header and footer link to, at the same paths, except topics.
  const shared = withoutQuery(path)
  const isShared = [...info, ...categories, ...subcategories, ...glossary].some(
    (link) => link.path === shared,
  )
  const pathThere = isShared ? shared : '/'

  return (
    <footer className="site-footer">
      <div className="wrap site-footer-columns">
        <div className="site-footer-brand">
          <Brand site={site} path={path} loading="lazy" />
          <p>{site.disclaimer}</p>
          {site.sisters && (
            <LanguageLinks sisters={site.sisters} path={pathThere} paths={translations} />
          )}
        </div>
        <nav aria-labelledby="footer-categories">
          <h2 id="footer-categories">{strings.categories}</h2>
          <LinkList links={categories} path={path} />
          {shell.glossary && <LinkList links={[shell.glossary]} path={path} />}
        </nav>
        <nav aria-labelledby="footer-info">
          <h2 id="footer-info">{strings.info}</h2>
          <LinkList links={info} path={path} />
        </nav>
        {contacts.length > 0 && (
          <section aria-labelledby="footer-contacts">
            <h2 id="footer-contacts">{strings.contacts}</h2>
            <LinkList links={contacts} />
          </section>
        )}
      </div>
      <p className="wrap site-footer-copyright">
        <span>{`© ${year} ${site.title}`}</span>
        <FeedLinks of="" />
      </p>
    </footer>
  )
}
