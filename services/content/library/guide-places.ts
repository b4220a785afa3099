import type { Guide } from '#shared/contracts/guide.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { LinkRow } from './card-repository.ts'
import { articlesAtPaths, findGuides, pathsOfGuides } from './guides.ts'

/** An article's place in a guide. */
export interface GuidePlace {
  guide: Pick<Guide, 'slug' | 'title'>
  /** From 1. */
  number: number
  /** How many articles the guide has. */
  length: number
  /** The article after it, apart from withdrawn ones; absent at the end. */
  next?: LinkRow
}

export interface GuidePlaces {
  /** In the order of the guides' file. */
  places: GuidePlace[]
  /** The tags of edits of articles after which the places may be others. */
  reads: Tag[]
}

/** Of an article that stands in no guide. */
export const NO_PLACES: GuidePlaces = { places: [], reads: [] }

/**
 * Where articles stand in guides, by their ids. Numbers are those of the guides' file: a withdrawn
 * article keeps its own, so that withdrawing it changes only the pages that lead to it.
 */
export async function loadGuidePlaces(db: Reader): Promise<ReadonlyMap<string, GuidePlaces>> {
  const guides = await findGuides(db)
  const found = await articlesAtPaths(db, pathsOfGuides(guides))
  const placesById = new Map<string, GuidePlaces>()
  for (const { slug, title, steps } of guides) {
    const paths = steps.map(({ article }) => articlePath(article))
    const seen = new Set<string>()
    for (const [index, path] of paths.entries()) {
      const id = found.get(path)?.id
      // Two addresses of a guide may have become those of one article.
      if (id === undefined || seen.has(id)) continue
      seen.add(id)
      const { next, passed } = nextOf(paths.slice(index + 1), found)
      const { places, reads } = placesById.get(id) ?? { places: [], reads: [] }
      const place = { guide: { slug, title }, number: index + 1, length: paths.length }
      places.push(next ? { ...place, next } : place)
      reads.push(tags.articleAt(path), ...passed)
      placesById.set(id, { places, reads })
    }
  }
  return placesById
}

/** The first article that readers find at these paths, and the tags of all that were looked at for it. */
function nextOf(
  paths: readonly PagePath[],
  found: Awaited<ReturnType<typeof articlesAtPaths>>,
): { next?: LinkRow; passed: Tag[] } {
  const passed: Tag[] = []
  for (const path of paths) {
    const { id, row } = found.get(path) ?? {}
    passed.push(tags.articleAt(path))
    if (id !== undefined) passed.push(tags.link(id))
    if (row) return { next: row, passed }
  }
  return { passed }
}
