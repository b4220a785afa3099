import { appendFile, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { articleFile, type Corpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import { withoutNumbers } from '../../tests/support/content/without-numbers.ts'

/** Two content folders that differ in what numbers say of themselves. */
export interface Pair {
  numbers: string
  plain: string
}

interface PairOptions {
  folder: string
  articles: number
  /** How many of the articles show the fact of the bench. */
  showing: number
}

export const FACTS_FILE = 'facts/en_US.yaml'
const TEXTS = ['articles/en_US', 'info/en_US']

/** A fact of these articles alone. */
export const FACT = `- fact: bench-limit
  title: A limit that is changed while readers read
  source: { title: Limits, url: "https://www.example.org/limits" }
  values:
    - { from: 2024-01-01, is: "$7,654" }
`

export async function writePair(
  corpus: Corpus,
  { folder, articles, showing }: PairOptions,
): Promise<Pair> {
  const pair = { numbers: path.join(folder, 'numbers'), plain: path.join(folder, 'plain') }
  await writeCorpus(corpus, pair.numbers, articles)
  await appendFile(path.join(pair.numbers, FACTS_FILE), FACT)
  for (let index = 0; index < showing; index++) {
    const file = path.join(pair.numbers, articleFile(corpus.article(index)))
    await appendFile(file, '\nThe limit is [$7,654](fact:bench-limit).\n')
  }
  await cp(pair.numbers, pair.plain, { recursive: true })
  for (const subfolder of TEXTS) {
    for (const name of await readdir(path.join(pair.plain, subfolder))) {
      if (!name.endsWith('.md')) continue
      const file = path.join(pair.plain, subfolder, name)
      await writeFile(file, withoutNumbers(await readFile(file, 'utf8')))
    }
  }
  await writeFile(path.join(pair.plain, FACTS_FILE), '[]\n')
  return pair
}
