import { ArchiveLinks } from '../components/ArchiveLinks.tsx'
import { LinkList } from '../components/LinkList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function SitemapArchivePage({ page }: PageProps<'sitemap-archive'>) {
  const strings = useStrings()
  const { archive, number } = page
  return (
    <div className="sitemap">
      <ListHeader
        breadcrumb={[{ title: strings.sitemap, path: archive.base }]}
        title={strings.pageOf(strings.allArticles, number)}
      />
      <LinkList className="link-list link-columns" links={page.articles} />
      <ArchiveLinks archive={archive} number={number} />
    </div>
  )
}
