import { titleCase } from '#shared/text/title-case.ts'

/**
 * Gives categories and subcategories without a title one made from the slug, with words such as
 * DeFi and NFT in their usual spelling.
 *
 * @param categories the content of the file, of any shape
 */
export function fillTitles(categories: unknown): unknown {
  if (!Array.isArray(categories)) return categories
  return categories.map((category: unknown) => {
    const titled = withTitle(category)
    return isRecord(titled) && Array.isArray(titled.children)
      ? { ...titled, children: titled.children.map(withTitle) }
      : titled
  })
}

function withTitle(entry: unknown): unknown {
  if (!isRecord(entry) || entry.title !== undefined || typeof entry.slug !== 'string') return entry
  return { ...entry, title: titleCase(entry.slug) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
