import { hasShape } from '#shared/check-shape.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reader } from '../../database/reader.ts'
import {
  isPublishedEdition,
  loadSiteHeads,
  siteTag,
  siteTextOf,
} from '../../editions/site-edition.ts'
import { siteFileOf } from '../../editions/site-files.ts'
import { parseYamlFile } from '../../folder/source-text.ts'
import { FactFile, type FetchedFact, isFetched } from '../fact-file.ts'

/** The file of facts as it is stored, with those facts whose values are fetched. */
export interface FetchedFile {
  file: string
  /** Its ETag. */
  tag: string
  text: string
  facts: FetchedFact[]
}

export type ReadFetchedFile = (db: Reader) => Promise<FetchedFile | undefined>

/** @returns a function that reads the file, and parses it only when it has changed */
export function createFetchedFileReader(locale: Locale): ReadFetchedFile {
  const file = siteFileOf('facts', locale)
  let known: FetchedFile | undefined
  return async (db) => {
    const head = (await loadSiteHeads(db)).get(file)
    if (!isPublishedEdition(head)) return undefined
    const tag = siteTag(head)
    if (known?.tag !== tag) {
      const text = await siteTextOf(db, head)
      known = { file, tag, text, facts: fetchedFactsIn(file, text) }
    }
    return known
  }
}

function fetchedFactsIn(file: string, text: string): FetchedFact[] {
  const { value } = parseYamlFile(file, text)
  return hasShape(FactFile, value) ? value.filter(isFetched) : []
}
