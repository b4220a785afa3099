// A thread of its own, started by build-thread.ts: what is made of the words alone, beside what is made
// of the rows.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { foldForms } from './form-words.ts'
import type { TextList } from './text-list.ts'
import { buildWordTables } from './word-tables.ts'

const { forms, locale }: { forms: TextList; locale: Locale } = workerData

// Folding again takes less time than copying what was folded.
parentPort?.postMessage(buildWordTables(foldForms(forms, locale).words, locale))
