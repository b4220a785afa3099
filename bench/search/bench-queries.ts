import type { BenchLocale } from './generated-titles.ts'
import type { WordRanks } from './word-ranks.ts'

/** Queries that readers may type, by how many titles they find and how hard those are to find. */
export const QUERY_KINDS = [
  'unselective',
  'medium',
  'selective',
  'mid-word',
  'no hit',
  '1-letter words',
] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

export interface BenchQuery {
  kind: QueryKind
  text: string
}

export interface BenchQueries {
  exact: BenchQuery[]
  /** Mistyped or in another form, so that they find nothing as they are. */
  similar: string[]
}

export interface QueryChoice {
  locale: BenchLocale
  /** Titles that there are. */
  size: number
  ranks: WordRanks
  /** Titles that match, as one engine counts them; later compared with the others. */
  count: (text: string) => Promise<number>
}

/** Shares of all titles that a query finds. */
const UNSELECTIVE = 0.02
const SELECTIVE = 0.0005

/**
 * Queries of every kind, each of which is what its kind says. The same for the same titles.
 *
 * @throws {Error} when the titles are too few for that
 */
export async function chooseQueries({ locale, size, ranks, count }: QueryChoice) {
  const { words, samples, letters } = ranks
  const isOf =
    (least: number, most = Number.POSITIVE_INFINITY) =>
    async (text: string) => {
      const total = await count(text)
      return total >= least && total < most
    }
  const unselective = isOf(UNSELECTIVE * size)
  const medium = isOf(SELECTIVE * size, UNSELECTIVE * size)
  const selective = isOf(1, SELECTIVE * size)
  const anything = isOf(1)
  const nothing = isOf(0, 1)

  /** Words by their rank, from the most frequent one of three letters and more. */
  const long = words.filter((word) => word.length >= 3)
  const two = words.filter((word) => word.length >= 2)
  const from = (rank: number, step: number) => everyNth(long, rank, step)
  const inside = from(20, 53).filter((word) => word.length >= 6 && word.length <= 10)
  const rare = from(Math.floor(long.length / 4), Math.ceil(long.length / 64))

  const chosen: Record<QueryKind, string[]> = {
    unselective: [
      ...(await take(5, from(0, 2), unselective)),
      ...(await take(
        3,
        two.slice(1).map((word) => `${word} ${two[0]}`),
        unselective,
      )),
    ],
    medium: [
      ...(await take(4, from(80, 41), medium)),
      ...(await take(
        4,
        from(9, 4).map((word, at) => `${word} ${two[2 + (at % 4)]}`),
        medium,
      )),
    ],
    selective: [
      ...(await take(4, rare, selective)),
      ...(await take(4, samples.map(threeWords), selective)),
    ],
    'mid-word': await take(8, inside.map(middleOf), anything),
    'no hit': [
      ...(await take(4, inside.map(mistype), nothing)),
      // Each word is in some title, but no title has both.
      ...(await take(4, neighbours(rare), nothing)),
    ],
    '1-letter words': await take(
      8,
      LETTER_RANKS.map((group) => group.map((rank) => letters[rank] ?? '').join(' ')),
      async (text) => text.length > 2,
    ),
  }
  const frequent = from(12, 7).filter((word) => word.length >= 5)
  const similar = [
    ...(await take(6, frequent.map(mistype), nothing)),
    ...(await take(5, inside.map(OTHER_FORMS[locale]), nothing)),
    ...(await take(
      5,
      frequent.map((word, at) => `${mistype(word, at)} ${long[at]}`),
      nothing,
    )),
  ]
  const exact = QUERY_KINDS.flatMap((kind) => chosen[kind].map((text) => ({ kind, text })))
  return { exact, similar } satisfies BenchQueries
}

/** Frequent letters, rare letters, and both together. */
const LETTER_RANKS = [
  [0, 1],
  [0, 2, 1],
  [3, 4],
  [5, 6, 7],
  [8, 9],
  [10, 11, 12],
  [15, 16],
  [0, 20],
]

async function take(
  wanted: number,
  candidates: readonly string[],
  isWanted: (text: string) => Promise<boolean>,
): Promise<string[]> {
  const taken = new Set<string>()
  for (const text of candidates) {
    if (taken.size === wanted) break
    if (!taken.has(text) && (await isWanted(text))) taken.add(text)
  }
  if (taken.size < wanted) {
    throw new Error(
      `These titles have ${taken.size} of ${wanted} queries, among ${candidates.slice(0, 9)}`,
    )
  }
  return [...taken]
}

function everyNth(list: readonly string[], first: number, step: number): string[] {
  return list.filter((_, at) => at >= first && (at - first) % step === 0)
}

const neighbours = (list: readonly string[]) =>
  list.slice(1).map((word, before) => `${list[before]} ${word}`)

/** Words in another order than in the title, and not adjacent. */
const threeWords = (title: readonly string[]) => [title[4], title[0], title[2]].join(' ')

const middleOf = (word: string) => word.slice(1, Math.min(word.length - 1, 5))

/** Two letters swapped, one missing, one too many: the most frequent mistakes. */
function mistype(word: string, at: number): string {
  const middle = Math.floor(word.length / 2)
  const [before, one = '', other = ''] = [word.slice(0, middle - 1), word[middle - 1], word[middle]]
  const after = word.slice(middle + 1)
  if (at % 3 === 0) return before + other + one + after
  if (at % 3 === 1) return before + other + after
  return before + one + other + other + after
}

const OTHER_FORMS: Record<BenchLocale, (word: string) => string> = {
  en_US: (word) => (word.endsWith('s') ? `${word}es` : `${word}s`),
  ru_RU: (word) => `${word.slice(0, -1)}ами`,
}
