// A worker thread, started by run-word-thread.ts: folds tokens to words and builds what depends on
// the words alone, while another thread builds the rows.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { listLetterRows } from './letter-rows.ts'
import type { TextList } from './text-list.ts'
import type { TitleSegment } from './title-segment.ts'
import { foldTokens, type TokenWords } from './token-words.ts'
import type { WordUses } from './word-rows.ts'
import { buildWordTables, type WordTables } from './word-tables.ts'

/** The first answer; of the words only how many there are, since copying them takes long. */
export type FoldedTokens = Omit<TokenWords, 'words'> & { count: number }

/** The second answer, after the thread was sent how words are used. */
export type WordSegment = WordTables & Pick<TitleSegment, 'letters'>

const locale: Locale = workerData
const port = parentPort
if (!port) throw new Error('This file runs as a thread')

port.once('message', (tokens: TextList) => {
  const { words, ...folded } = foldTokens(tokens, locale)
  port.postMessage({ ...folded, count: words.length } satisfies FoldedTokens)
  const tables = buildWordTables(words, locale)
  port.once('message', (uses: WordUses) => {
    const letters = listLetterRows(words, uses)
    port.postMessage({ ...tables, letters } satisfies WordSegment)
  })
})
