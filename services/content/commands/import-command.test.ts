import { expect, test } from 'vitest'
import { describeOutcome } from './import-command.ts'

test.for([
  [true, 2, '2 of 81 articles imported as revision 7'],
  [true, 0, 'imported as revision 7; no article changed'],
  [false, 0, '81 articles, nothing changed: revision 7'],
] as const)(
  'an import that changed anything: %j, articles: %i',
  ([changed, changedArticles, said]) => {
    expect(describeOutcome({ changed, changedArticles, revision: 7, articles: 81 })).toBe(said)
  },
)
