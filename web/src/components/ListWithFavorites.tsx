import type { ReactNode } from 'react'
import type { Archive, ArticleCard } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { ArchiveLinks } from './ArchiveLinks.tsx'
import { CardList } from './CardList.tsx'

interface ListWithFavoritesProps {
  articles: readonly ArticleCard[]
  archive: Archive
  favorites: readonly ArticleCard[]
  /** Says that there is nothing yet, and where to go. */
  empty: ReactNode
  showSection?: boolean
}

export function ListWithFavorites({
  articles,
  archive,
  favorites,
  empty,
  showSection = true,
}: ListWithFavoritesProps) {
  const strings = useStrings()
  return (
    <div className={favorites.length > 0 ? 'with-rail' : undefined}>
      <div>
        {articles.length === 0 && empty}
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
