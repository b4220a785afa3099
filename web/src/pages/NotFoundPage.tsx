import type { NotFoundPage as NotFoundPageModel } from '#shared/contracts/page.ts'
import { CardList } from '../components/CardList.tsx'
import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface NotFoundPageProps {
  page: NotFoundPageModel
}

export function NotFoundPage({ page }: NotFoundPageProps) {
  const strings = useStrings()
  return (
    <>
      <DeadEnd
        heading={strings.notFoundHeading}
        text={strings.notFoundText}
        categories={page.categories}
      >
        {page.nearest && (
          <p className="nearest">
            <span>{strings.nearestArticle}</span>{' '}
            <a href={page.nearest.path}>{page.nearest.title}</a>
          </p>
        )}
      </DeadEnd>
      <CardList heading={strings.moreStuff} cards={page.more} layout="row" />
    </>
  )
}
