import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { isAuthorList, sitemapPartOf } from '../addresses/lists.ts'
import { topicListsOf } from '../addresses/topic-list.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import { editorsPicks } from '../library/editors-picks.ts'
import { shownFavorites } from '../library/favorites.ts'
import { shownHome } from '../library/home-choice.ts'
import { shownRelated } from '../library/related-articles.ts'
import { shownRoster } from '../library/roster.ts'
import { shownSitemapList } from '../library/shown-lists.ts'
import { sectionsOf, shownTopics, shownTopicTitles } from '../library/shown-topics.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { shownParts } from '../library/sitemap-parts.ts'
import { type ArticleState, changedUses, READ_TAGS, type ReadTag, usesOf } from './article-state.ts'
import { type Moves, trackMoves } from './move-between-lists.ts'

export interface ArticleChange {
  /** `undefined` for a new article. */
  before: ArticleState | undefined
  after: ArticleState
  moves: Moves
}

/** Watches every page that may show other articles after this change. Call it before writing. */
export async function trackPages(
  edit: Edit,
  id: string,
  { before, after, moves, pageSize }: ArticleChange & { pageSize: number },
): Promise<void> {
  const states = [before, after].filter((state) => state?.status === 'published')
  const changed = changedUses(before, after)
  const listed = [...moves.left, ...moves.joined, ...moves.redated].length > 0
  const sectionDiffers = changed.has('section')
  const picked = states.some((state) => state?.favorite || state?.top_notch_rank !== null)
  const pickDiffers = picked && (listed || changed.has('picks'))

  const topics = topicListsOf(states.flatMap((state) => state?.placements ?? []))
  const topicsDiffer = listed || changed.has('topics')
  const authorDiffers = [...moves.left, ...moves.joined].some(({ list }) => isAuthorList(list))

  await settleAll([
    trackMoves(edit, moves, pageSize),
    picked && edit.track(editorsPicks, ONLY),
    (listed || sectionDiffers || pickDiffers) && edit.track(shownHome, ONLY),
    (listed || sectionDiffers) && edit.track(shownSitemapList, ONLY),
    (listed || sectionDiffers) && before && edit.track(shownRelated, [id]),
    (listed || changed.has('favorites')) && edit.track(shownFavorites, ONLY),
    topicsDiffer && edit.track(shownTopics, sectionsOf(topics)),
    topicsDiffer && edit.track(shownTopicTitles, topics),
    authorDiffers && edit.track(shownRoster, ONLY),
    (listed || moves.relettered.length > 0) && edit.track(shownPageEntries, ONLY),
    (listed || changed.has('sitemapIndex')) &&
      edit.track(shownParts, sitemapPartsOf(moves).map(String)),
  ])
}

/** The files of the XML site map that list the article. */
const sitemapPartsOf = ({ all }: Moves) =>
  [...new Set([all.before, all.after])].flatMap((position) =>
    position === undefined ? [] : [sitemapPartOf(position)],
  )

/** Touches the tags of everything about the article itself that pages now show differently. */
export function touchArticle(edit: Edit, id: string, { before, after, moves }: ArticleChange) {
  const changed = changedUses(before, after)
  edit.touch(tags.draft(id))
  if (changed.has('article')) edit.pages.add(articlePath(after.slug))
  // No page has read the tags of a new article yet, but search follows its title.
  touchTags(edit, id, changed, before ? READ_TAGS : ['title'])
  if (changed.has('address')) touchAddresses(edit, id, before, after)
  if (changed.has('sitemapPart') || moves.all.before !== moves.all.after) {
    edit.touch(...sitemapPartsOf(moves).map(tags.sitemapPart))
  }
}

/** Touches the tags of pages that show these fields, which were written without `saveArticle`. */
export const touchFields = (edit: Edit, id: string, fields: readonly (keyof ArticleState)[]) =>
  touchTags(edit, id, usesOf(fields), READ_TAGS)

const touchTags = (
  edit: Edit,
  id: string,
  changed: ReadonlySet<string>,
  names: readonly ReadTag[],
) => edit.touch(...names.filter((name) => changed.has(name)).map((name) => tags[name](id)))

function touchAddresses(
  edit: Edit,
  id: string,
  before: ArticleState | undefined,
  after: ArticleState,
) {
  edit.touch(tags.address(articlePath(after.slug)))
  // Former addresses redirect to the current one, or say that the article was withdrawn.
  if (before) edit.touch(tags.slug(id))
  if (before && before.slug !== after.slug) edit.touch(tags.address(articlePath(before.slug)))
}
