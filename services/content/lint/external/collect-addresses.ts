import type { Locale } from '#shared/contracts/primitives.ts'
import { aboutText, type CodedReason } from '../../drafts/rules.ts'
import { readArticles } from '../../folder/read-articles.ts'
import { readTree } from '../../folder/read-content.ts'
import type { SourceText } from '../../folder/source-text.ts'
import type { Outline } from '../../markdown/outline-markdown.ts'
import { renderMarkdown } from '../../markdown/render-markdown.ts'

/** Where an address is written in the content folder. */
export interface AddressPlace {
  file: string
  line: number
}

/** @returns every address of another site in articles and info pages, with its places */
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
