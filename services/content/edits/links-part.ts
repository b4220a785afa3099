import { settleAll } from '#shared/settle-all.ts'
import { shownMentions } from '../library/shown-terms.ts'
import { shownTermPages, slugsMentionedIn } from '../library/term-pages.ts'
import { type ArticleChange, isPublished, type PlanArticlePart } from './article-change.ts'
import { linkArticles } from './link-articles.ts'

/** Whether an article has the same text and terms as before, so that its mentions stay as they are. */
export const keepsMentions = ({ existing, row, before, termsDiffer }: ArticleChange): boolean =>
  isPublished(before) && !termsDiffer && existing?.body_html === row?.body_html

/** The mentions of terms in an article's text, and the words that it is searched by for them. */
export const linksPart: PlanArticlePart = (change) => {
  const { id, existing, row, before, locale } = change
  if (!row) {
    return {
      write({ tx, send }) {
        send(tx.deleteFrom('mention').where('article', '=', id))
        send(tx.deleteFrom('article_word').where('article', '=', id))
      },
    }
  }
  const { body_html } = row
  const isLinked = keepsMentions(change)
  return {
    // A trigger deletes an article's mentions when its text changes.
    ...(existing && {
      async watch({ tx, track }) {
        const mentioned = isLinked ? [] : await slugsMentionedIn(tx, [id])
        await settleAll([track(shownMentions, [id]), track(shownTermPages, mentioned)])
      },
    }),
    ...(!isLinked && {
      write: (edit) =>
        linkArticles(edit, [{ id, body_html }], {
          locale,
          isKnownText: false,
          isPublished: !isPublished(before),
        }),
    }),
  }
}
