import { ArchiveLinks } from '../components/ArchiveLinks.tsx'
import { CardList } from '../components/CardList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function ArchivePage({ page }: PageProps<'archive'>) {
  const strings = useStrings()
  const { list, number, archive } = page
  const above = page.breadcrumb.filter((link) => link.path !== list.path)
  return (
    <>
      <ListHeader breadcrumb={[...above, list]} title={strings.pageOf(list.title, number)} />
      <CardList heading={strings.articles} hideHeading cards={page.articles} layout="grid" />
      <ArchiveLinks archive={archive} number={number} />
    </>
  )
}
