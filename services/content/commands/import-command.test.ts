import { expect, test } from 'vitest'
import type { ImportResult } from '../import/import-content.ts'
import { describeOutcome } from './import-command.ts'

const authors = { part: 'authors', added: 1, changed: 2, removed: 0 }
const menu = { part: 'menu sections', added: 0, changed: 1, removed: 1 }

test.for<[string, Partial<ImportResult>]>([
  ['2 of 81 articles imported as revision 7', { changedArticles: 2 }],
  ['imported as revision 7; no article changed', {}],
  [
    'imported as revision 7; no article changed; 3 withdrawn; authors: 1 added, 2 changed; menu sections: 1 changed, 1 removed',
    { withdrawn: 3, changes: [authors, menu] },
  ],
  [
    'imported as revision 7; no article changed; 2 withdrawn (/articles/one, /articles/two)',
    { withdrawn: 2, gone: ['/articles/one', '/articles/two'] },
  ],
  [
    'imported as revision 7; no article changed; 21 withdrawn (/articles/one, …)',
    { withdrawn: 21, gone: ['/articles/one'] },
  ],
  ['81 articles, nothing changed: revision 7', { changed: false }],
  [
    '2 of 81 articles imported as revision 7; 1 file lacks what was edited through the API: npm run content -- pull',
    { changedArticles: 2, behind: { changed: 1, made: 0 } },
  ],
  [
    'imported as revision 7; no article changed; 2 files lack what was edited through the API, and 1 article is in no file: npm run content -- pull',
    { behind: { changed: 2, made: 1 } },
  ],
  [
    'imported as revision 7; no article changed; 3 articles are in no file: npm run content -- pull',
    { behind: { changed: 0, made: 3 } },
  ],
  [
    '81 articles, no page changed: revision 7; authors: 1 added, 2 changed',
    { changed: false, changes: [authors] },
  ],
])('an import says %s', ([said, result]) => {
  const behind = { changed: 0, made: 0 }
  const nothing = { changed: true, changedArticles: 0, withdrawn: 0, gone: [], behind, changes: [] }
  expect(describeOutcome({ ...nothing, revision: 7, articles: 81, ...result })).toBe(said)
})
