import type { Locale } from '#shared/contracts/primitives.ts'
import type { Outline } from '../../articles/outline-markdown.ts'
import { renderMarkdown } from '../../articles/render-markdown.ts'
import { readArticles } from '../../import/read-articles.ts'
import { readTree } from '../../import/read-content.ts'
import type { SourceText } from '../../import/source-text.ts'
import { aboutText, type CodedReason } from '../rules.ts'

/** Where an address stands in the content folder. */
export interface AddressPlace {
  file: string
  line: number
}

/** @returns every address of another site that articles and info pages lead to, with its places */
export async function collectAddresses(
  folder: string,
  locale: Locale,
): Promise<Map<string, AddressPlace[]>> {
  const { tree } = await readTree(folder, locale)
  const places = new Map<string, AddressPlace[]>()
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
    takeAll(locate, renderMarkdown(value.body, '', tree.locale).outline)
  const files = [...tree.articles, ...tree.strays]
  for await (const { draft, locate } of readArticles(tree.folder, files, [])) {
    const sources: unknown[] = Array.isArray(draft.sources) ? draft.sources : []
    sources.forEach((source, index) => {
      const url: unknown = Reflect.get(Object(source), 'url')
      if (typeof url === 'string') {
        take(locate, url, { field: `/sources/${index}/url`, message: '' })
      }
    })
    takeAll(locate, renderMarkdown(String(draft.body), '', tree.locale).outline)
  }
  return places
}
