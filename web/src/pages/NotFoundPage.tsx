import type { NotFoundPage as NotFoundPageModel } from '#shared/contracts/page.ts'
import type { MenuItem } from '#shared/contracts/site.ts'
import { CardList } from '../components/CardList.tsx'
import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface NotFoundPageProps {
  page: NotFoundPageModel
  menu: readonly MenuItem[]
}

export function NotFoundPage({ page, menu }: NotFoundPageProps) {
  const strings = useStrings()
  return (
    <>
      <DeadEnd heading={strings.notFoundHeading} text={strings.notFoundText} menu={menu} />
      <CardList heading={strings.moreStuff} cards={page.more} layout="row" />
    </>
  )
}
