import type { Token } from 'markdown-it'
import { sourceElementId } from '#shared/text/source-element-id.ts'

/** A link to a source of the article by its key: `[FTC](source:ftc-2024)`. */
export interface SourceLink {
  /** The number of lines above its paragraph or row. */
  line: number
  key: string
}

/** The scheme of such a link. */
export const SOURCE_SCHEME = 'source'
const SOURCE_ADDRESS = new RegExp(`^${SOURCE_SCHEME}:(.*)$`, 'i')

/** Lets links to sources lead to the entry below the text. @returns them, in order */
export function linkSources(tokens: readonly Token[]): SourceLink[] {
  const links: SourceLink[] = []
  let line = 0
  for (const { map, children } of tokens) {
    line = map?.[0] ?? line
    for (const child of children ?? []) {
      const key = child.type === 'link_open' && keyIn(String(child.attrGet('href')))
      if (typeof key !== 'string') continue
      child.attrSet('href', `#${sourceElementId(key)}`)
      child.meta = { leadsToSource: true }
      links.push({ line, key })
    }
  }
  return links
}

const keyIn = (address: string): string | undefined => SOURCE_ADDRESS.exec(address)?.[1]
