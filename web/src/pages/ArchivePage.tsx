import type { ArchivePage as ArchivePageModel } from '#shared/contracts/page.ts'
import { ArchiveLinks } from '../components/ArchiveLinks.tsx'
import { CardList } from '../components/CardList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface ArchivePageProps {
  page: ArchivePageModel
}

export function ArchivePage({ page }: ArchivePageProps) {
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
