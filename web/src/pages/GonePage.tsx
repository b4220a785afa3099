import type { GonePage as GonePageModel } from '#shared/contracts/page.ts'
import type { MenuItem } from '#shared/contracts/site.ts'
import { CardList } from '../components/CardList.tsx'
import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface GonePageProps {
  page: GonePageModel
  menu: readonly MenuItem[]
}

export function GonePage({ page, menu }: GonePageProps) {
  const strings = useStrings()
  return (
    <>
      <DeadEnd heading={strings.goneHeading} text={strings.goneText} menu={menu} />
      <CardList heading={strings.moreStuff} cards={page.more} layout="row" />
    </>
  )
}
