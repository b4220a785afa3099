import type { Locale } from '#shared/contracts/primitives.ts'
import { fieldOf } from '#shared/field-of.ts'
import { aboutText, type CodedReason } from '../../drafts/rules.ts'
import type { ContentProblem } from '../../folder/content-problem.ts'
import { readArticles } from '../../folder/read-articles.ts'
import { readTree } from '../../folder/read-content.ts'
import type { SourceText } from '../../folder/source-text.ts'
import type { Outline } from '../../markdown/outline-markdown.ts'
import { readMarkdown } from '../../markdown/render-markdown.ts'
import { askAddresses, type ProbeOptions } from './ask-addresses.ts'

/** Where an address is written in the content folder. */
type AddressPlace = Pick<ContentProblem, 'file' | 'line'>

/** The most addresses that one run checks. */
const MAX_ADDRESSES = 2_000
/** The most places that are reported for one address. */
const MAX_PLACES = 20

/** Checks all links to other sites, and reports the lines of those with problems. */
export async function checkExternal(
  folder: string,
  locales: readonly Locale[],
  options?: ProbeOptions,
): Promise<ContentProblem[]> {
  const places = new Map<string, AddressPlace[]>()
  for (const locale of locales) await collectAddresses(folder, locale, places)
  const addresses = [...places.keys()]
  const note = (address: string, message: string): ContentProblem[] =>
    (places.get(address) ?? []).slice(0, MAX_PLACES).map((place) => ({
      ...place,
      code: 'W-LINK-EXT',
      message: `${address} ${message}`,
    }))

  const problems = await askAddresses(addresses.slice(0, MAX_ADDRESSES), options)
  const notes = [...problems].flatMap(([address, message]) => note(address, message))
  const [next] = addresses.slice(MAX_ADDRESSES)
  if (next !== undefined) {
    const message = `and ${addresses.length - MAX_ADDRESSES - 1} more were not asked: ${MAX_ADDRESSES} is the limit`
    notes.push(...note(next, message))
  }
  return notes
}

/** Adds every address of another site in articles and info pages, with its places. */
async function collectAddresses(
  folder: string,
  locale: Locale,
  places: Map<string, AddressPlace[]>,
): Promise<void> {
  const { tree } = await readTree(folder, locale)
  const take = (locate: SourceText['locate'], address: string, place: CodedReason) => {
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol)) return
    url.hash = ''
    const known = places.get(url.href) ?? []
    known.push(...locate([place]).map(({ file, line }) => ({ file, line })))
    places.set(url.href, known)
  }
  const takeAll = (locate: SourceText['locate'], { links, images }: Outline) => {
    for (const { address, line } of [...links, ...images]) {
      take(locate, address, aboutText('W-LINK-EXT', line, ''))
    }
  }

  for (const { value, locate } of tree.info)
    takeAll(locate, readMarkdown(value.body, '', tree.locale).outline)
  const files = [...tree.articles, ...tree.strays]
  for await (const { draft, locate } of readArticles(tree.folder, files, [])) {
    const sources: unknown[] = Array.isArray(draft.sources) ? draft.sources : []
    sources.forEach((source, index) => {
      const url: unknown = fieldOf(source, 'url')
      if (typeof url === 'string') {
        take(locate, url, { field: `/sources/${index}/url`, message: '' })
      }
    })
    takeAll(locate, readMarkdown(String(draft.body), '', tree.locale).outline)
  }
}
