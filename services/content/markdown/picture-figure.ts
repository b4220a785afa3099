import type { Token } from 'markdown-it'
import { PICTURE_ENDINGS, PICTURE_FOLDER } from '#shared/addresses/picture-address.ts'

const FILE = `[a-z0-9-]+\\.(?:${PICTURE_ENDINGS.join('|')})`

/** How a text names a picture: its file in the folder of pictures. */
const SOURCE = new RegExp(`^${PICTURE_FOLDER}(${FILE})$`)

/** A picture in the HTML of a text: the name of its file, and its description. */
const PICTURE_MARK = new RegExp(`<img src="${PICTURE_FOLDER}(${FILE})" alt="([^"]*)">`, 'g')
/** Where Markdown leads to a picture. */
const MARKDOWN_ADDRESS = new RegExp(`\\]\\(${PICTURE_FOLDER}(${FILE})(?=[\\s)])`, 'g')

/** The name of a picture without the ending of its file. */
const nameOf = (file: string) => file.slice(0, file.lastIndexOf('.'))

/** Writes something in place of each picture of a text. */
export const replacePictures = (html: string, write: (name: string, alt: string) => string) =>
  html.replace(PICTURE_MARK, (_, file: string, alt: string) => write(nameOf(file), alt))

/** Writes other addresses of pictures into a text; of those without one, what it says stays. */
export const replacePictureAddresses = (
  markdown: string,
  addressOf: (name: string) => string | undefined,
): string =>
  markdown.replace(MARKDOWN_ADDRESS, (written, file: string) => {
    const address = addressOf(nameOf(file))
    return address === undefined ? written : `](${address}`
  })

/** The file of the picture that an address of a text means. */
export const pictureNamed = (address: string): string | undefined => SOURCE.exec(address)?.[1]

/** The names of the pictures that a text shows. */
export const picturesIn = (html: string): string[] =>
  html.includes(`<img src="${PICTURE_FOLDER}`)
    ? [...new Set(Array.from(html.matchAll(PICTURE_MARK), ([, file = '']) => nameOf(file)))]
    : []

/** Stands before the credit of a picture. */
const DASH = '— '

/** The caption of a picture, and whose it is: what stands after the last dash. */
export function splitCredit(title: string): { caption: string; credit: string } | undefined {
  const at = title.lastIndexOf(DASH)
  const credit = title.slice(at + DASH.length).trim()
  return at < 0 || credit === '' ? undefined : { caption: title.slice(0, at).trim(), credit }
}

/** Whether a paragraph has a picture and nothing else, so that it can be a figure. */
export function isFigure(tokens: readonly Token[], open: number): boolean {
  const [paragraph, inline] = tokens.slice(open, open + 2)
  const [image, ...more] = inline?.children ?? []
  return (
    paragraph?.type === 'paragraph_open' &&
    paragraph.level === 0 &&
    image?.type === 'image' &&
    more.length === 0
  )
}

/** Makes figures of paragraphs that are a picture, with caption and credit below it. */
export function prepareFigures(tokens: readonly Token[]): void {
  tokens.forEach((open, index) => {
    const inline = tokens[index + 1]
    const close = tokens[index + 2]
    const [image] = inline?.children ?? []
    if (!inline?.children || !image || !close || !isFigure(tokens, index)) return
    if (pictureNamed(String(image.attrGet('src'))) === undefined) return
    const parts = splitCredit(String(image.attrGet('title') ?? ''))
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null
    Object.assign(open, { type: 'figure_open', tag: 'figure' })
    Object.assign(close, { type: 'figure_close', tag: 'figure' })
    open.attrSet('class', 'picture')
    if (parts) inline.children.push(...captionOf(image, parts.caption, parts.credit))
  })
}

/** @param model a token, of which others are made */
function captionOf(model: Token, caption: string, credit: string): Token[] {
  const make = model.constructor as new (type: string, tag: string, nesting: -1 | 0 | 1) => Token
  const text = (content: string) => Object.assign(new make('text', '', 0), { content })
  const open = new make('credit_open', 'span', 1)
  open.attrSet('class', 'picture-credit')
  return [
    new make('caption_open', 'figcaption', 1),
    ...(caption === '' ? [] : [text(`${caption} `)]),
    open,
    text(credit),
    new make('credit_close', 'span', -1),
    new make('caption_close', 'figcaption', -1),
  ]
}
