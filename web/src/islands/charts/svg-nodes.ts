const NAMESPACE = 'http://www.w3.org/2000/svg'
/** An element's beginning, its end, or text. */
const PART = /<(\w+)([^>]*?)(\/?)>|<\/\w+>|[^<]+/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

/**
 * The nodes of a picture that our own code wrote, which escapes every `<` and `>` of a text. No text
 * is read as HTML, which the content security policy allows to one policy only.
 */
export function svgNodes(svg: string): Node[] {
  const top = document.createDocumentFragment()
  const open: Node[] = [top]
  for (const [part, name, attributes = '', closes] of svg.matchAll(PART)) {
    const parent = open.at(-1) ?? top
    if (name) {
      const element = document.createElementNS(NAMESPACE, name)
      for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
        element.setAttribute(key, readSigns(value))
      }
      parent.appendChild(element)
      if (!closes) open.push(element)
    } else if (part.startsWith('<')) open.pop()
    else parent.appendChild(document.createTextNode(readSigns(part)))
  }
  return [...top.childNodes]
}

const readSigns = (text: string) => text.replaceAll(/&\w+;/g, (sign) => SIGNS[sign] ?? sign)
