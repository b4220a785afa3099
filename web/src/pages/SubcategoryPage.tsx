import type { SubcategoryPage as SubcategoryPageModel } from '#shared/contracts/page.ts'
import { Chips } from '../components/Chips.tsx'
import { EmptyList } from '../components/EmptyList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { ListWithFavorites } from '../components/ListWithFavorites.tsx'

interface SubcategoryPageProps {
  page: SubcategoryPageModel
}

export function SubcategoryPage({ page }: SubcategoryPageProps) {
  const { category, subcategory, siblings } = page
  const leads = [category, ...siblings.filter((sibling) => sibling.path !== page.path)]
  return (
    <>
      <ListHeader
        breadcrumb={[category]}
        title={subcategory.title}
        description={subcategory.description}
      >
        <Chips links={siblings} path={page.path} />
      </ListHeader>
      <ListWithFavorites
        articles={page.articles}
        archive={page.archive}
        favorites={page.favorites}
        empty={<EmptyList leads={leads} />}
        showSection={false}
      />
    </>
  )
}
