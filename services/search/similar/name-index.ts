import type { NameList } from '#shared/contracts/change.ts'
import type { Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { buildAtOnce } from '../engines/embedded/build-beside.ts'
import type { Layer, LayerRow } from '../engines/embedded/layers.ts'
import { readTitle } from '../engines/embedded/title-segment.ts'
import type { NameSink } from '../titles/title-sink.ts'
import { createTermShelf, type TermShelf } from './term-shelf.ts'

/** What a name that somebody typed leads to. */
export interface Name {
  kind: 'author' | 'category' | 'term'
  /** As it is written; of a term, one of its forms. */
  text: string
  /** Of a term, the article that explains it. */
  link: Link
}

/** The names of one site, searched like titles. */
export interface NameIndex extends NameSink {
  readonly layer: Layer
  nameAt(place: LayerRow): Name
  /** How many words the name has. */
  lengthAt(place: LayerRow): number
  readonly shelf: TermShelf
}

export function createNameIndex(locale: Locale): NameIndex {
  let names: readonly Name[] = []
  let layer = toLayer(names, locale)
  let shelf = createTermShelf([], locale)

  const nameAt = ({ segment, row }: LayerRow): Name => {
    const name = names[Number(readTitle(segment, row).path)]
    if (!name) throw new Error('A row of names that is not of this list')
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
    lengthAt: (place) => nameAt(place).text.split(' ').length,

    replaceNames({ authors, categories, terms }: NameList) {
      names = [
        ...authors.map((link): Name => ({ kind: 'author', text: link.title, link })),
        ...categories.map((link): Name => ({ kind: 'category', text: link.title, link })),
        ...terms.flatMap(({ forms, article }) =>
          forms.map((text): Name => ({ kind: 'term', text, link: article })),
        ),
      ]
      layer = toLayer(names, locale)
      shelf = createTermShelf(terms, locale)
    },
  }
}

/** Titles whose paths are places in the list. The shortest count as the newest, and so come first. */
function toLayer(names: readonly Name[], locale: Locale): Layer {
  const titles = names.map(({ text }, place) => ({
    id: `00000000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`,
    title: text,
    path: String(place),
    publishedMs: -text.split(' ').length,
  }))
  return { segment: buildAtOnce(titles, locale), hidden: undefined }
}
