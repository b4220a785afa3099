import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { buildNearWords } from '../../similar/near-words.ts'
import { createIds, moveId, writeId } from './article-ids.ts'
import { createByteList } from './byte-list.ts'
import { foldForms } from './form-words.ts'
import { listLetterRows } from './letter-rows.ts'
import { createNumbering, type Numbering } from './numbering.ts'
import { createPathWriter } from './path-writer.ts'
import { type EachWord, listPostings } from './posting-lists.ts'
import { sharedBytes, sharedFloat64, sharedInt32, sharedUint32 } from './shared-memory.ts'
import { toTextList } from './text-list.ts'
import { createRowReader, type TitleRows, type TitleSegment } from './title-segment.ts'
import { toVocabulary } from './vocabulary.ts'

/** A title on its way into a segment. */
export interface NewTitle {
  id: string
  title: string
  path: PagePath
  publishedMs: number
}

export const toNewTitle = ({ id, title, path, publishedAt }: TitleEntry): NewTitle => ({
  ...{ id, title, path, publishedMs: Date.parse(publishedAt) },
})

export interface SegmentBuilder {
  /** Takes one more, in the order of ids. */
  add(title: NewTitle): void
  /** Everything that was added; nothing can be added afterwards. */
  finish(): TitleSegment
}

export function createSegmentBuilder(locale: Locale): SegmentBuilder {
  const forms = createNumbering()
  const pieces = createNumbering()
  const silence = createSilence()
  const paths = createPathWriter(pieces, silence.isSilent)
  const rows = createByteList()
  const rowStarts: number[] = [0]
  const publishedMs: number[] = []
  let ids = createIds(1_000)

  return {
    add({ id, title, path, publishedMs: ms }) {
      const at = publishedMs.push(ms) - 1
      ids = writeId(ids, at, id)
      const numbers = numberForms(forms, title, silence.see)
      rows.pushNumber(numbers.length)
      for (const number of numbers) rows.pushNumber(number)
      paths.write(rows, numbers, path)
      rowStarts.push(rows.length)
    },

    finish() {
      const order = newestFirst(publishedMs)
      const size = order.length
      const formNames = forms.names()
      const { words, ...folded } = foldForms(formNames, locale)
      const sorted = { ...sortRows(rows.bytes, rowStarts, order), ...folded }
      const eachWord = wordReader(sorted)
      const plain = toVocabulary(words.map((word) => word.plain))
      const { uses, ...lists } = listPostings(size, words.length, eachWord)
      return {
        ...sorted,
        ...sortIds(ids, order),
        size,
        publishedMs: sortTimes(publishedMs, order),
        forms: toTextList(formNames),
        pieces: toTextList(pieces.names()),
        pathPrefix: paths.prefix,
        formPieces: share(paths.formPieces(), formNames.length),
        firstWords: listFirstWords(size, eachWord),
        plain,
        turkish:
          locale === 'tr_TR' ? toVocabulary(words.map(({ turkish = '' }) => turkish)) : undefined,
        ...lists,
        letters: listLetterRows(size, words, uses, eachWord),
        near: buildNearWords(words, plain, locale),
      }
    },
  }
}

/** The numbers of a title's forms. */
function numberForms(
  forms: Numbering,
  title: string,
  see: (form: number, title: string, start: number, end: number) => void,
): number[] {
  const numbers: number[] = []
  for (let start = 0; start <= title.length; ) {
    const blank = title.indexOf(' ', start)
    const end = blank === -1 ? title.length : blank
    const form = forms.numberOf(title, start, end)
    see(form, title, start, end)
    numbers.push(form)
    start = end + 1
  }
  return numbers
}

/** Remembers which forms have neither letters nor digits. */
function createSilence() {
  const silent: boolean[] = []
  return {
    see(form: number, title: string, start: number, end: number): void {
      if (form === silent.length) silent.push(!/[\p{L}\p{N}]/u.test(title.slice(start, end)))
    },
    isSilent: (form: number) => silent[form] === true,
  }
}

function share(numbers: Int32Array, length: number): Int32Array {
  const shared = sharedInt32(length)
  shared.set(numbers.subarray(0, length))
  return shared
}

/** The places of the titles, newest first; among those of one instant in the order of ids. */
function newestFirst(publishedMs: readonly number[]): Uint32Array {
  const times = Float64Array.from(publishedMs)
  return Uint32Array.from(times, (_, at) => at).sort(
    (one, other) => (times[other] ?? 0) - (times[one] ?? 0) || one - other,
  )
}

/** @param order for each new row, which one it was; so in all that follow */
function sortRows(bytes: Uint8Array, starts: readonly number[], order: Uint32Array): TitleRows {
  const rows = sharedBytes(bytes.length)
  const rowStarts = sharedUint32(order.length + 1)
  let end = 0
  for (let row = 0; row < order.length; row++) {
    const at = order[row] ?? 0
    const last = starts[at + 1] ?? 0
    for (let byte = starts[at] ?? 0; byte < last; byte++) rows[end++] = bytes[byte] ?? 0
    rowStarts[row + 1] = end
  }
  return { rows, rowStarts }
}

function sortIds(added: Uint8Array, order: Uint32Array) {
  const ids = createIds(order.length)
  const rowsById = sharedUint32(order.length)
  for (let row = 0; row < order.length; row++) {
    const at = order[row] ?? 0
    moveId(added, at, ids, row)
    rowsById[at] = row
  }
  return { ids, rowsById }
}

function sortTimes(publishedMs: readonly number[], order: Uint32Array): Float64Array {
  const sorted = sharedFloat64(order.length)
  for (let row = 0; row < order.length; row++) sorted[row] = publishedMs[order[row] ?? 0] ?? 0
  return sorted
}

function listFirstWords(rows: number, eachWord: EachWord): Uint8Array {
  const firstWords = sharedBytes(rows)
  for (let row = 0; row < rows; row++) {
    let isFirst = true
    eachWord(row, (word) => {
      // The last eight bits are all that fits.
      if (isFirst) firstWords[row] = word
      isFirst = false
    })
  }
  return firstWords
}

/** The words of a row, repeats included. */
function wordReader(
  segment: Pick<TitleSegment, 'rows' | 'rowStarts' | 'formWords' | 'formWordStarts'>,
): EachWord {
  const { formWords, formWordStarts } = segment
  const reader = createRowReader(segment)
  return (row, see) => {
    for (let left = reader.open(row); left > 0; left--) {
      const form = reader.read()
      const end = formWordStarts[form + 1] ?? 0
      for (let at = formWordStarts[form] ?? 0; at < end; at++) see(formWords[at] ?? 0)
    }
  }
}
