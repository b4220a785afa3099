// A worker thread, started by run-word-thread.ts: folds forms to words and builds what depends on
// the words alone, while another thread builds the rows.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { type FormWords, foldForms } from './form-words.ts'
import { listLetterRows } from './letter-rows.ts'
import type { TextList } from './text-list.ts'
import type { TitleSegment } from './title-segment.ts'
import type { WordUses } from './word-rows.ts'
import { buildWordTables, type WordTables } from './word-tables.ts'

/** The first answer; of the words only how many there are, since copying them takes long. */
export type FoldedForms = Omit<FormWords, 'words'> & { count: number }

/** The second answer, after the thread was sent how words are used. */
export type WordSegment = WordTables & Pick<TitleSegment, 'letters'>

const locale: Locale = workerData
const port = parentPort
if (!port) throw new Error('This file runs as a thread')

port.once('message', (forms: TextList) => {
  const { words, ...folded } = foldForms(forms, locale)
  port.postMessage({ ...folded, count: words.length } satisfies FoldedForms)
  const tables = buildWordTables(words, locale)
  port.once('message', (uses: WordUses) => {
    const letters = listLetterRows(words, uses)
    port.postMessage({ ...tables, letters } satisfies WordSegment)
  })
})
