import { hasShape } from '#shared/check-shape.ts'
import { Slug } from '#shared/contracts/primitives.ts'
import { findSources } from '../explain/config.ts'
import { explainEdits } from '../explain/explain-edits.ts'
import { printExplanation } from '../explain/print-explanation.ts'
import type { ContentCommand } from './command.ts'

export const explainCommand: ContentCommand = {
  usage: '<slug>',
  summary: 'shows which stored pages an edit of that article would rebuild, and why',
  async run([slug]) {
    if (!hasShape(Slug, slug)) {
      throw new Error('Name an article: npm run content -- explain how-a-broad-index-etf-works')
    }
    const explanation = await explainEdits(await findSources(process.env), slug)
    return { output: printExplanation(explanation) }
  },
}
