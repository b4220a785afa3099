import { Chips } from '../components/Chips.tsx'
import { FeedLinks } from '../components/FeedLinks.tsx'
import { LetterBar } from '../components/LetterBar.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { ListWithFavorites } from '../components/ListWithFavorites.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function CategoryPage({ page }: PageProps<'category'>) {
  const strings = useStrings()
  const { category } = page
  const subcategories = category.children.map(({ title, slug }) => ({
    title,
    path: `/${category.slug}/${slug}`,
  }))
  return (
    <>
      <ListHeader title={category.title} description={category.description}>
        <Chips label={strings.subcategories} links={subcategories} path={page.path} />
        {page.letters && <LetterBar letters={page.letters} path={page.path} index={page.index} />}
      </ListHeader>
      <ListWithFavorites page={page} leads={page.others} />
      <p className="list-feeds">
        <FeedLinks of={page.path} />
      </p>
    </>
  )
}
