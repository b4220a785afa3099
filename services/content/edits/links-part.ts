import { shownMentions } from '../library/shown-terms.ts'
import { isPublished, type PlanArticlePart } from './article-change.ts'
import { linkArticles } from './link-articles.ts'

/** The mentions of terms in an article's text, and the words that it is searched by for them. */
export const linksPart: PlanArticlePart = (change) => {
  const { id, existing, row, before, locale, termsDiffer } = change
  if (!row) {
    return {
      write({ tx, send }) {
        send(tx.deleteFrom('mention').where('article', '=', id))
        send(tx.deleteFrom('article_word').where('article', '=', id))
      },
    }
  }
  const { body_html } = row
  const isLinked = isPublished(before) && !termsDiffer && existing?.body_html === body_html
  return {
    // A trigger deletes an article's mentions when its text changes.
    ...(existing && { watch: ({ track }) => track(shownMentions, [id]) }),
    ...(!isLinked && {
      write: (edit) => linkArticles(edit, [{ id, body_html }], { locale, isKnownText: false }),
    }),
  }
}
