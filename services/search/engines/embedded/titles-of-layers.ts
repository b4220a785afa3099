import { hasBit } from './bitset.ts'
import type { Layer } from './layers.ts'
import { type TextList, textAt } from './text-list.ts'
import type { NewTitle } from './title-pack.ts'
import { readTitle } from './title-segment.ts'

/** All titles that count, in the order of their ids. Each counts in one layer only. */
export function* titlesOf(layers: readonly Layer[]): Generator<NewTitle> {
  const sources = layers.map(titlesOfLayer)
  const heads = sources.map(takeNext)
  for (;;) {
    let least = 0
    for (const [at, title] of heads.entries()) {
      const best = heads[least]
      if (title && (!best || title.id < best.id)) least = at
    }
    const title = heads[least]
    const source = sources[least]
    if (!title || !source) return
    yield title
    heads[least] = takeNext(source)
  }
}

function takeNext(titles: Iterator<NewTitle>): NewTitle | undefined {
  const { value, done } = titles.next()
  return done ? undefined : value
}

function* titlesOfLayer({ segment, hidden }: Layer): Generator<NewTitle> {
  const texts = { token: readOnce(segment.tokens), piece: readOnce(segment.pieces) }
  for (const row of segment.rowsById) {
    if (hidden && hasBit(hidden, row)) continue
    yield { ...readTitle(segment, row, texts), publishedMs: segment.publishedMs[row] ?? 0 }
  }
}

/** All titles consist of the same few words, so each word is decoded once. */
function readOnce(list: TextList): (number: number) => string {
  const known: string[] = []
  return (number) => {
    const text = known[number] ?? textAt(list, number)
    known[number] = text
    return text
  }
}
