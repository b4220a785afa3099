import { shownMentions } from '../library/shown-terms.ts'
import { type ArticleChange, isPublished, type PlanArticlePart } from './article-change.ts'
import { linkArticles } from './link-articles.ts'

/** Whether an article has the same text and terms as before, so that its mentions stay as they are. */
export const keepsMentions = ({ existing, row, before, termsDiffer }: ArticleChange): boolean =>
  isPublished(before) && !termsDiffer && existing?.body_html === row?.body_html

/** The mentions of terms in an article's text, and the words that it is searched by for them. */
export const linksPart: PlanArticlePart = (change) => {
  const { id, existing, row, locale } = change
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
    ...(existing && { watch: ({ track }) => track(shownMentions, [id]) }),
    ...(!isLinked && {
      write: (edit) => linkArticles(edit, [{ id, body_html }], { locale, isKnownText: false }),
    }),
  }
}
