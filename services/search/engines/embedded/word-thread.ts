// A thread of its own, started by build-thread.ts: what is made of the words alone, beside what is made
// of the rows.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { TextList } from './text-list.ts'
import { buildWordTables } from './word-tables.ts'

const { forms, locale }: { forms: TextList; locale: Locale } = workerData

parentPort?.postMessage(buildWordTables(forms, locale))
