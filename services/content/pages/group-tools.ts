import type { ToolsPage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { type Category, subcategoryLink } from '../site/category-repository.ts'

interface FiledTool {
  /** The path of the subcategory of its article. */
  section: PagePath
  tool: ToolsPage['sections'][number]['tools'][number]
}

/**
 * Tools by subcategory, those with the most first. Of equally many, the one that is earlier in its own
 * category comes first, since what fits nowhere else is last there; then as in the menu.
 */
export function groupTools(
  categories: readonly Pick<Category, 'slug' | 'children'>[],
  tools: readonly FiledTool[],
): ToolsPage['sections'] {
  const filed = Map.groupBy(tools, ({ section }) => section)
  return categories
    .flatMap(({ slug, children }) =>
      children.map((child, place) => {
        const link = subcategoryLink({ slug }, child)
        return { place, link, tools: (filed.get(link.path) ?? []).map(({ tool }) => tool) }
      }),
    )
    .filter((section) => section.tools.length > 0)
    .toSorted((a, b) => b.tools.length - a.tools.length || a.place - b.place)
    .map(({ link, tools }) => ({ ...link, tools }))
}
