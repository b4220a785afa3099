import { pathAt } from '#shared/addresses/topic-address.ts'
import { hasShape } from '#shared/check-shape.ts'
import { Slug } from '#shared/contracts/primitives.ts'
import { findSources } from '../explain/ask-json.ts'
import { explainEdits, printExplanation } from '../explain/explain-edits.ts'
import { explainEdit, explainPage, printPage } from '../explain/explain-page.ts'
import { type ContentCommand, UsageError } from './command.ts'

export const explainCommand: ContentCommand = {
  usage: '<slug>',
  summary: `shows which stored pages an edit of that article would rebuild, and why
  explain <path>   shows which edits, of whatever kind, rebuilt the page at that path, and why;
                     with a revision, whether that edit did`,
  async run([subject = '', revision]) {
    if (/^(?:https?:\/)?\//.test(subject)) {
      if (revision !== undefined && !/^\d{1,15}$/.test(revision)) {
        throw new UsageError('A revision is a number: npm run content -- explain /expert-advice 2')
      }
      const { pathname, search } = new URL(subject, 'http://site')
      const path = pathAt(pathname.replace(/(?<=.)\/+$/, ''), search)
      const sources = await findSources(process.env, { asEditor: false })
      const page =
        revision === undefined
          ? await explainPage(sources, path)
          : await explainEdit(sources, path, Number(revision))
      return { output: printPage(page) }
    }
    if (!hasShape(Slug, subject)) {
      throw new Error(
        'Name an article: npm run content -- explain how-a-broad-index-etf-works. Or a page, by its path or address: /expert-advice',
      )
    }
    const explanation = await explainEdits(
      await findSources(process.env, { asEditor: true }),
      subject,
    )
    return { output: printExplanation(explanation) }
  },
}
