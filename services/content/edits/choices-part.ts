import { settleAll } from '#shared/settle-all.ts'
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
import { picturesIn } from '../markdown/picture-figure.ts'
import { type ArticleChange, isPublished, type PlanArticlePart } from './article-change.ts'
import type { Moves } from './lists-part.ts'

/** What pages choose from all articles: those of the home page, authors, topics, site maps. */
export const choicesPart: PlanArticlePart = (change) => ({
  watch: (edit) => trackChoices(edit, change),
  touch(edit) {
    const { uses, moves } = change
    const isMoved = moves.all.before !== moves.all.after
    if (uses.has('sitemapPart') || isMoved || showsOtherPictures(change)) {
      edit.touch(...sitemapPartsOf(moves).map(tags.sitemapPart))
    }
  },
})

async function trackChoices(edit: Edit, { id, before, after, uses, moves }: ArticleChange) {
  const states = [before, after].filter((state) => isPublished(state))
  const listed = [...moves.left, ...moves.joined, ...moves.redated].length > 0
  const sectionDiffers = uses.has('section')
  const picked = states.some((state) => state?.favorite || state?.top_notch_rank !== null)
  const pickDiffers = picked && (listed || uses.has('picks'))

  const topics = topicListsOf(states.flatMap((state) => state?.placements ?? []))
  const topicsDiffer = listed || uses.has('topics')
  const authorDiffers = [...moves.left, ...moves.joined].some(({ list }) => isAuthorList(list))

  await settleAll([
    picked && edit.track(editorsPicks, ONLY),
    (listed || sectionDiffers || pickDiffers) && edit.track(shownHome, ONLY),
    (listed || sectionDiffers) && edit.track(shownSitemapList, ONLY),
    (listed || sectionDiffers) && before && edit.track(shownRelated, [id]),
    (listed || uses.has('favorites')) && edit.track(shownFavorites, ONLY),
    topicsDiffer && edit.track(shownTopics, sectionsOf(topics)),
    topicsDiffer && edit.track(shownTopicTitles, topics),
    authorDiffers && edit.track(shownRoster, ONLY),
    (listed || moves.relettered.length > 0) && edit.track(shownPageEntries, ONLY),
    (listed || uses.has('sitemapIndex')) &&
      edit.track(shownParts, sitemapPartsOf(moves).map(String)),
  ])
}

/** Site maps name the pictures of an article. */
function showsOtherPictures({ existing, row }: ArticleChange): boolean {
  if (!existing || !row) return false
  return picturesIn(existing.body_html).join() !== picturesIn(row.body_html).join()
}

/** The files of the XML site map that list the article. */
const sitemapPartsOf = ({ all }: Moves) =>
  [...new Set([all.before, all.after])].flatMap((position) =>
    position === undefined ? [] : [sitemapPartOf(position)],
  )
