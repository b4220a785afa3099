import { ArchiveLinks } from '../components/ArchiveLinks.tsx'
import { LinkList } from '../components/LinkList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function SitemapPage({ page }: PageProps<'sitemap'>) {
  const strings = useStrings()
  return (
    <div className="sitemap">
      <ListHeader title={strings.sitemap}>
        <p className="standfirst">
          {strings.sitemapXmlHint} <a href="/sitemap.xml">{strings.sitemapXml}</a>
        </p>
      </ListHeader>
      {page.categories.map((category) => (
        <section key={category.path}>
          <h2>
            <a href={category.path}>{category.title}</a>
          </h2>
          <ul className="sitemap-tree">
            {category.subcategories.map((subcategory) => (
              <li key={subcategory.path}>
                <h3>
                  <a href={subcategory.path}>{subcategory.title}</a>
                </h3>
                <LinkList links={subcategory.articles} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {page.archive.pages > 0 && (
        <section>
          <h2>{strings.allArticles}</h2>
          <ArchiveLinks archive={page.archive} />
        </section>
      )}
      <section>
        <h2>{strings.authors}</h2>
        <LinkList className="link-list link-columns" links={page.authors} />
      </section>
      <section>
        <h2>{strings.information}</h2>
        <LinkList className="link-list link-columns" links={page.info} />
      </section>
    </div>
  )
}
