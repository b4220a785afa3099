import {
  DARK,
  PICTURE_TYPES,
  picturePath,
  type RasterFormat,
} from '#shared/addresses/picture-address.ts'
import type { Tag } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { plainPath, type ShownPicture, type ShownPictures } from '../library/picture.ts'
import { picturesIn, replacePictureAddresses, replacePictures } from '../markdown/picture-figure.ts'

/** The tags of the pictures that a text shows. */
export const pictureTags = (html: string): Tag[] => picturesIn(html).map(tags.picture)

/** The picture for the dark is of screens: paper is white at night, too. */
const IN_THE_DARK = 'screen and (prefers-color-scheme: dark)'

/** Formats that browsers choose from, the smallest files first. */
const CHOICES = ['avif', 'webp'] as const satisfies RasterFormat[]

/**
 * Writes the addresses and the size of each picture into a text, so that the page does not move while it
 * loads. Of a picture that is gone, its description is left.
 */
export function showPictures(html: string, pictures: ShownPictures): string {
  if (pictures.size === 0 && picturesIn(html).length === 0) return html
  return replacePictures(html, (name, alt) => {
    const picture = pictures.get(name)
    if (!picture) return `<p>${alt}</p>`
    const { width, height } = picture
    const [address] = plainPath(picture)
    const image = `<img src="${address}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`
    const dark = pictures.get(name + DARK)
    const sources = [...(dark ? sourcesInTheDark(dark) : []), ...choicesOf(picture, '')].join('')
    return sources === '' ? image : `<picture>${sources}${image}</picture>`
  })
}

function sourcesInTheDark(dark: ShownPicture): string[] {
  const media = ` media="${IN_THE_DARK}"`
  return [
    ...choicesOf(dark, media),
    ...plainPath(dark).map((address) => `<source srcset="${address}"${media}>`),
  ]
}

/** What browsers choose from, by format and by width; nothing for a drawing. */
function choicesOf({ name, width: full, forms }: ShownPicture, media: string): string[] {
  return CHOICES.flatMap((format) => {
    const files = forms.filter((form) => form.format === format)
    if (files.length === 0) return []
    const srcset = files.map((form) => `${picturePath({ name, ...form })} ${form.width}w`)
    return `<source type="${PICTURE_TYPES[format]}" srcset="${srcset.join(', ')}" sizes="${widthOnPages(full)}"${media}>`
  })
}

/** How wide pages show a picture, as `picture.css` says: the column of a text, and never enlarged. */
const widthOnPages = (full: number) => `min(100vw - 2rem, 34rem, ${full}px)`

/** The same in the text as its author wrote it: addresses that lead to files that all can show. */
export const showPicturesInMarkdown = (markdown: string, pictures: ShownPictures): string =>
  replacePictureAddresses(markdown, (name) => {
    const picture = pictures.get(name)
    return picture && plainPath(picture)[0]
  })
