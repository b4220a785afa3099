import type { Locale } from '#shared/contracts/primitives.ts'
import { type FoldedText, foldText, wordsOf } from '#shared/text/title-match.ts'
import { type Bitset, createBitset, setBit } from './bitset.ts'
import { sizeOfNumber, writeNumber } from './byte-list.ts'
import { buildNearWords } from './near-words.ts'
import { sharedBytes, sharedUint32, shareNumbers } from './shared-memory.ts'
import { type TextList, textAt } from './text-list.ts'
import { createRowReader, type TitleSegment, type TitleWords } from './title-segment.ts'
import { toVocabulary } from './vocabulary.ts'

/** Indexes stored titles by their words. */
export function indexWords(
  titles: Omit<TitleSegment, keyof TitleWords>,
  locale: Locale,
): TitleWords {
  const { words, ...ofTokens } = foldTokens(titles.tokens, locale)
  const plain = toVocabulary(words.map((word) => word.plain))
  const turkish = words.map((word) => word.turkish ?? '')
  return {
    ...ofTokens,
    ...listPostings({ ...titles, ...ofTokens }, words.length),
    plain,
    turkish: locale === 'tr_TR' ? toVocabulary(turkish) : undefined,
    near: buildNearWords(words, plain, locale),
  }
}

/**
 * Folds each token once, however many titles have it. No rule of folding crosses a blank, so the
 * words of a title are those of its tokens.
 *
 * @param tokens texts without blanks; other white space inside makes several words
 * @returns the words of each token, and the distinct words by number
 */
function foldTokens(tokens: TextList, locale: Locale) {
  const numbers = new Map<string, number>()
  const words: FoldedText[] = []
  const tokenWords: number[] = []
  const tokenWordStarts = sharedUint32(tokens.starts.length)
  for (let token = 0; token < tokens.starts.length - 1; token++) {
    for (const word of wordsOf(foldText(textAt(tokens, token), locale))) {
      const { plain, turkish } = word
      const key = turkish === undefined ? plain : `${plain} ${turkish}`
      const number = numbers.get(key) ?? words.push(word) - 1
      numbers.set(key, number)
      tokenWords.push(number)
    }
    tokenWordStarts[token + 1] = tokenWords.length
  }
  return { tokenWords: shareNumbers(tokenWords), tokenWordStarts, words }
}

/** The parts of a segment from which the words of its rows are read. */
type RowWords = Pick<TitleSegment, 'size' | 'rows' | 'rowStarts' | 'tokenWords' | 'tokenWordStarts'>

/**
 * Inverts the index: from the words of each row to the rows of each word.
 *
 * @param words the number of distinct words
 */
function listPostings(titles: RowWords, words: number) {
  const { size: rows } = titles
  const firstWords = sharedBytes(rows)
  const sizes = new Uint32Array(words)
  let lastRow = -1
  forEachPosting(titles, words, (word, distance, row) => {
    sizes[word] = (sizes[word] ?? 0) + sizeOfNumber(distance)
    // The assignment keeps only the lowest eight bits.
    if (row !== lastRow) firstWords[row] = word
    lastRow = row
  })

  const denseWords = new Map<number, Bitset>()
  const bitsets = new Array<Bitset | undefined>(words)
  const postingStarts = sharedUint32(words + 1)
  const bitsetBytes = Math.ceil(rows / 32) * 4
  for (let word = 0; word < words; word++) {
    const size = sizes[word] ?? 0
    if (size > bitsetBytes) {
      const bits = createBitset(rows)
      denseWords.set(word, bits)
      bitsets[word] = bits
    }
    postingStarts[word + 1] = (postingStarts[word] ?? 0) + (bitsets[word] ? 0 : size)
  }

  const postings = sharedBytes(postingStarts[words] ?? 0)
  const ends = postingStarts.slice(0, words)
  forEachPosting(titles, words, (word, distance, row) => {
    const bits = bitsets[word]
    if (bits) setBit(bits, row)
    else ends[word] = writeNumber(postings, ends[word] ?? 0, distance)
  })
  return { firstWords, postings, postingStarts, denseWords }
}

/** Repeated words of a row are passed once. `distance`: from the word's last row, minus one. */
function forEachPosting(
  { size, tokenWords, tokenWordStarts, ...titles }: RowWords,
  words: number,
  see: (word: number, distance: number, row: number) => void,
): void {
  const lastRows = new Int32Array(words).fill(-1)
  const reader = createRowReader(titles)
  for (let row = 0; row < size; row++) {
    for (let left = reader.open(row); left > 0; left--) {
      const token = reader.read()
      const end = tokenWordStarts[token + 1] ?? 0
      for (let at = tokenWordStarts[token] ?? 0; at < end; at++) {
        const word = tokenWords[at] ?? 0
        const last = lastRows[word] ?? -1
        if (last === row) continue
        lastRows[word] = row
        see(word, row - last - 1, row)
      }
    }
  }
}
