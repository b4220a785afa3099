export interface SvgElement {
  name: string
  attributes: [key: string, value: string][]
  children: SvgPart[]
}

/** An element, or text. */
export type SvgPart = SvgElement | string

/** An element's beginning, its end, or text. */
const MARKUP = /<(\w+)([^>]*?)(\/?)>|<\/\w+>|[^<]+/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

/** Reads a picture that our own code wrote: it escapes every `<` and `>` of a text, and has no comments. */
export function readSvg(svg: string): SvgPart[] {
  const top: SvgElement = { name: '', attributes: [], children: [] }
  const open = [top]
  for (const [markup, name, attributes = '', closes] of svg.matchAll(MARKUP)) {
    const { children } = open.at(-1) ?? top
    if (name) {
      const element: SvgElement = {
        name,
        attributes: [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [
          key,
          readSigns(value),
        ]),
        children: [],
      }
      children.push(element)
      if (!closes) open.push(element)
    } else if (markup.startsWith('<')) open.pop()
    else children.push(readSigns(markup))
  }
  return top.children
}

const readSigns = (text: string) => text.replaceAll(/&\w+;/g, (sign) => SIGNS[sign] ?? sign)
