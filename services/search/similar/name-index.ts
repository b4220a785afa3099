import type { NamedTerm, NameList } from '#shared/contracts/change.ts'
import type { Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { buildTitles } from '../engines/embedded/build-beside.ts'
import { buildAtOnce } from '../engines/embedded/build-segment.ts'
import { createLayer, type Layer, type LayerRow } from '../engines/embedded/layers.ts'
import { readTitle } from '../engines/embedded/title-segment.ts'
import type { NameSink } from '../titles/title-sink.ts'
import { readQuestion } from './read-question.ts'
import { createTermShelf, type TermShelf } from './term-shelf.ts'

/** What a typed name leads to. */
export interface Name {
  kind: 'author' | 'category' | 'term'
  /** The name as written; for a term, one of its forms. */
  text: string
  /** For a term, the article that explains it. */
  link: Link
  term?: NamedTerm
}

/** The names of one site, searched like titles. */
export interface NameIndex extends NameSink {
  readonly layer: Layer
  nameAt(place: LayerRow): Name
  /** The term that the name with this index belongs to, if it is one. */
  termAt(index: number): NamedTerm | undefined
  /** How many words the name has, not counting those that only ask. */
  lengthAt(place: LayerRow): number
  readonly shelf: TermShelf
}

export function createNameIndex(locale: Locale): NameIndex {
  let names: readonly Name[] = []
  let layer = createLayer(buildAtOnce([], locale))
  let shelf = createTermShelf([], locale)

  const nameAt = ({ segment, row }: LayerRow): Name => {
    const name = names[Number(readTitle(segment, row).path)]
    if (!name) throw new Error('This row is not in the list of names')
    return name
  }

  return {
    get layer() {
      return layer
    },
    get shelf() {
      return shelf
    },
    nameAt,
    termAt: (index) => names[index]?.term,
    lengthAt: (place) => readQuestion(nameAt(place).text, locale).words.length,

    async replaceNames({ authors, categories, terms }: NameList) {
      const next = [
        ...authors.map((link): Name => ({ kind: 'author', text: link.title, link })),
        ...categories.map((link): Name => ({ kind: 'category', text: link.title, link })),
        ...terms.flatMap((term) =>
          term.forms.map((text): Name => ({ kind: 'term', text, link: term.article, term })),
        ),
      ]
      const built = await toLayer(next, locale)
      names = next
      layer = built
      shelf = createTermShelf(terms, locale)
    },
  }
}

/** "Titles" whose paths are indexes into `names`. Shorter names count as newer, so come first. */
async function toLayer(names: readonly Name[], locale: Locale): Promise<Layer> {
  const titles = names.map(({ text }, place) => ({
    id: `00000000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`,
    title: text,
    path: String(place),
    publishedMs: -text.split(' ').length,
  }))
  return createLayer(await buildTitles(titles, locale))
}
