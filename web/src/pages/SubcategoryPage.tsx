import { withoutQuery } from '#shared/addresses/topic-address.ts'
import { Chips } from '../components/Chips.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { ListWithFavorites } from '../components/ListWithFavorites.tsx'
import { Topics } from '../components/Topics.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function SubcategoryPage({ page }: PageProps<'subcategory'>) {
  const strings = useStrings()
  const { category, subcategory, siblings, topic } = page
  const own = { title: subcategory.title, path: withoutQuery(page.path) }
  const leads = [category, ...siblings.filter((sibling) => sibling.path !== page.path)]
  return (
    <>
      <ListHeader
        breadcrumb={topic ? [category, own] : [category]}
        title={topic ? topic.title : subcategory.title}
        description={topic ? undefined : subcategory.description}
      >
        <Chips label={strings.subcategories} links={siblings} path={page.path} />
        <Topics topics={page.topics} path={page.path} />
      </ListHeader>
      <ListWithFavorites page={page} leads={leads} showSection={false} />
    </>
  )
}
