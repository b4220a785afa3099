import { CardList } from '../components/CardList.tsx'
import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function NotFoundPage({ page }: PageProps<'not-found'>) {
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
