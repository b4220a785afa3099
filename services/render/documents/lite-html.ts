import type { Locale } from '#shared/contracts/primitives.ts'
import { escapeHtml } from './escape.ts'

/** How a page is made light, which its HTML does not say. */
export interface LiteOptions {
  locale: Locale
  /** The address of the light style sheet. */
  styles: string
  /** Where the whole page is, with pictures and scripts; `undefined`: there is none to lead to. */
  whole: string | undefined
  /** Whether links lead to light pages, because the reader asked for one in its address. */
  keepsLite: boolean
}

const WORDS = {
  en_US: {
    note: 'This is the light version, without pictures and scripts.',
    whole: 'Whole page',
    picture: 'Picture',
  },
  ru_RU: {
    note: 'Это облегчённая версия, без картинок и скриптов.',
    whole: 'Полная версия',
    picture: 'Картинка',
  },
  tr_TR: {
    note: 'Bu, resimsiz ve betiksiz hafif sürümdür.',
    whole: 'Tam sayfa',
    picture: 'Resim',
  },
} as const satisfies Record<Locale, unknown>

/**
 * A document of ours as HTML and one small style sheet: no script, and in place of each picture a link
 * to it. It is made from the text of the page, so it says what that says, but for what is marked `whole-only`:
 * folded details, and the sources of a long list of figures.
 *
 * @param html as `renderDocument` gives it, in which no attribute contains a `>`
 */
export function renderLite(html: string, options: LiteOptions): string {
  const [start = '', inside = ''] = html.split(/^<head>\n/m, 2)
  const headEnd = inside.indexOf('</head>')
  const head = inside.slice(0, headEnd).split('\n').filter(isKept)
  const body = inside.slice(headEnd)
  return [
    start.replace('<html ', '<html data-lite '),
    '<head>\n',
    ...head.map((line) => `${line}\n`),
    `<link rel="stylesheet" href="${options.styles}">\n`,
    withNote(lightened(body, options), options),
  ].join('')
}

/** What a light document keeps of the head: each of its elements stands on a line of its own. */
const KEPT =
  /^<(?:meta charset|meta name="(?:viewport|color-scheme|theme-color|description|robots)"|title|link rel="(?:canonical|icon)")/
const isKept = (line: string): boolean => KEPT.test(line)

const withNote = (body: string, { locale, whole }: LiteOptions): string => {
  const { note, whole: label } = WORDS[locale]
  const link = whole === undefined ? '' : ` <a href="${escapeHtml(whole)}">${label}</a>`
  return body.replace('<body>', `<body>\n<p class="lite-note">${note}${link}</p>`)
}

const CHART = /<div class="chart-drawing" role="img" aria-label="([^"]*)"[^>]*>.*?<\/svg><\/div>/gs
const FIGURE_ID = /<figure class="chart" id="([^"]*)"/g

function lightened(body: string, { locale, whole, keepsLite }: LiteOptions): string {
  const { picture } = WORDS[locale]
  const pictureLink = (href: string, label: string) =>
    `<a class="picture-link" href="${href}">${label === '' ? picture : `${picture}: ${label}`}</a>`
  // A drawing has no address: it is on the whole page, in the figure that it has here.
  const figures = [...body.matchAll(FIGURE_ID)].map(([, id]) => id)
  let figure = 0
  const text = body
    .replace(CHART, (_, label: string) => {
      const id = figures[figure++]
      return whole === undefined ? '' : pictureLink(`${escapeHtml(whole)}#${id}`, label)
    })
    .replace(/<script\b.*?<\/script>\n?|<svg\b.*?<\/svg>|<!-- -->/gs, '')
    // What grows with the site, and would make a light page heavy.
    .replace(/<(details|span) class="whole-only">.*?<\/\1>/gs, '')
    // Buttons that only scripts serve; that of the menu needs none.
    .replace(/<button type="button"(?![^>]* popovertarget=)[^>]*>.*?<\/button>/gis, '')
    .replace(/<source\b[^>]*>|<\/?picture\b[^>]*>/g, '')
    .replace(/<img\b[^>]*>/g, (tag) => {
      const alt = attribute(tag, 'alt')
      // Beside it stands the name of the site, hidden from those who hear the picture's text.
      return / class="logo"/.test(tag)
        ? `<span class="visually-hidden">${alt}</span>`
        : pictureLink(attribute(tag, 'src'), alt)
    })
    .replace(/<[a-z][^>]*>/g, (tag) => tag.replace(SCRIPT_DATA, ''))
  return keepsLite ? leadingOn(text) : text
}

/** What only scripts read. */
const SCRIPT_DATA = / data-[a-z-]+(?:="[^"]*"|='[^']*')?/g

/** The value of an attribute, escaped as it stands there. */
const attribute = (tag: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** Addresses of pages: not those of files, which end in a name with a dot, nor of other sites. */
const PAGE_LINK = /(<a\b[^>]*? href=")(\/(?!\/)[a-z0-9/-]*)(\?[^"#]*)?(?=[#"])/gi

/** The same with links and searches that lead to light pages. */
const leadingOn = (text: string): string =>
  text
    .replace(PAGE_LINK, (_, before: string, path: string, query?: string) =>
      query?.includes('lite=no')
        ? `${before}${path}${query}`
        : `${before}${path}${query === undefined ? '?' : `${query}&amp;`}lite`,
    )
    .replace(/(<form\b[^>]* action="\/search"[^>]*>)/g, '$1<input type="hidden" name="lite">')
