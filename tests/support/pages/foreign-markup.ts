import { type DefaultTreeAdapterTypes, parse, serialize, html as spec } from 'parse5'

type Document = DefaultTreeAdapterTypes.Document
type Element = DefaultTreeAdapterTypes.Element

/** Every element of a document, in order. */
export function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child ? [child, ...elementsOf(child)] : [],
  )
}

export const attributeOf = ({ attrs }: Element, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value

/** Elements that our own pages never have. */
const NEVER = new Set(
  'style iframe frame frameset object embed applet base portal template math foreignobject'.split(
    ' ',
  ),
)
/** Attributes with addresses that a browser may open. */
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'poster', 'data', 'xlink:href'])

/**
 * Markup in a page that our own components never make: scripts, event handlers, styles,
 * addresses that run, elements that are not closed where they should be.
 *
 * @param html a whole document
 * @param scripts addresses of our own scripts
 */
export function findForeignMarkup(html: string, scripts: ReadonlySet<string>): string[] {
  const found: string[] = []
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code }) => {
      if (!ABOUT_CHARACTERS.test(code)) found.push(`parse error: ${code}`)
    },
  })
  found.push(...findUnbalanced(document, html))
  for (const element of elementsOf(document)) {
    const { tagName, attrs } = element
    if (tagName === 'script' && !isOurScript(element, scripts)) found.push('a script')
    if (NEVER.has(tagName)) found.push(`an element ${tagName}`)
    for (const { name, value } of attrs) {
      if (/^on/i.test(name)) found.push(`a handler ${name}`)
      if (name === 'style' || name === 'srcdoc' || name === 'http-equiv') {
        found.push(`an attribute ${name}`)
      }
      if (ADDRESSES.has(name) && !/^(?:https?:|mailto:|tel:|(?![^/?#]*:))/i.test(value)) {
        found.push(`an address ${value.slice(0, 40)}`)
      }
    }
  }
  if (!isSame(document, parse(serialize(document)))) found.push('elements that are not closed')
  return found
}

/** Odd characters in a text are no markup. */
const ABOUT_CHARACTERS = /^(?:control-character|noncharacter)-in-input-stream$/
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** Elements without a start or end tag in the source, and stray tags. */
function findUnbalanced(document: Document, html: string): string[] {
  const elements = elementsOf(document).filter(({ namespaceURI }) => namespaceURI === spec.NS.HTML)
  const closed = elementsOf(document).filter((element) => element.sourceCodeLocation?.endTag)
  const found = elements.flatMap(({ tagName, sourceCodeLocation: place }) => {
    if (!place?.startTag) return [`an element ${tagName} that is not opened`]
    if (!place.endTag && !VOID.has(tagName)) return [`an element ${tagName} that is not closed`]
    return []
  })
  const places = elements.map((element) => element.sourceCodeLocation?.startOffset ?? 0)
  if (places.some((place, index) => place < (places[index - 1] ?? 0))) {
    found.push('an element that the parser moved')
  }
  // What is no tag is written with an entity, so this finds tags and nothing else.
  const endTags = html.match(/<\//g)?.length ?? 0
  return endTags === closed.length ? found : [...found, 'a tag that closes nothing']
}

function isOurScript(element: Element, scripts: ReadonlySet<string>): boolean {
  const source = attributeOf(element, 'src')
  if (source !== undefined) return scripts.has(source)
  return ['application/json', 'application/ld+json'].includes(attributeOf(element, 'type') ?? '')
}

/** Whether two documents have the same elements, attributes and texts in the same places. */
const isSame = (a: Document, b: Document) =>
  JSON.stringify(shapeOf(a)) === JSON.stringify(shapeOf(b))

function shapeOf(node: DefaultTreeAdapterTypes.Node): unknown {
  return [
    node.nodeName,
    'value' in node ? node.value : 'data' in node ? node.data : '',
    'attrs' in node ? node.attrs.map(({ name, value }) => [name, value]) : [],
    'childNodes' in node ? node.childNodes.map(shapeOf) : [],
  ]
}
