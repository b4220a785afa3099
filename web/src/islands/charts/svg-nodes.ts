import { readSvg, type SvgPart } from './read-svg.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'

/**
 * The nodes of a picture. No text is given to the browser as HTML, which the content security policy
 * allows to one policy only.
 */
export const svgNodes = (svg: string): (Node | string)[] => readSvg(svg).map(createNode)

function createNode(part: SvgPart): Node | string {
  if (typeof part === 'string') return part
  const element = document.createElementNS(NAMESPACE, part.name)
  for (const [key, value] of part.attributes) element.setAttribute(key, value)
  element.append(...part.children.map(createNode))
  return element
}
