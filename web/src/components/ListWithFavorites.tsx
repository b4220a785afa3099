import type { CategoryPage, Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { ArchiveLinks } from './ArchiveLinks.tsx'
import { CardList } from './CardList.tsx'
import { EmptyList } from './EmptyList.tsx'

interface ListWithFavoritesProps {
  page: Pick<CategoryPage, 'articles' | 'archive' | 'favorites'>
  /** Where a reader can go while the list is empty. */
  leads: readonly Link[]
  showSection?: boolean
}

export function ListWithFavorites({ page, leads, showSection = true }: ListWithFavoritesProps) {
  const strings = useStrings()
  const { articles, archive, favorites } = page
  return (
    <div className={favorites.length > 0 ? 'with-rail' : undefined}>
      <div>
        {articles.length === 0 && <EmptyList leads={leads} />}
        <CardList
          heading={strings.articles}
          hideHeading
          cards={articles}
          layout="grid"
          showSection={showSection}
        />
        <ArchiveLinks archive={archive} />
      </div>
      {favorites.length > 0 && (
        <aside className="rail" aria-label={strings.favoriteArticles}>
          <CardList heading={strings.favoriteArticles} cards={favorites} layout="rail" />
        </aside>
      )}
    </div>
  )
}
