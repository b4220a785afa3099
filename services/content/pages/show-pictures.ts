import { DARK, picturePath } from '#shared/addresses/picture-address.ts'
import type { Tag } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import type { ShownPictures } from '../library/picture.ts'
import { PICTURE_MARK, picturesIn } from '../markdown/picture-figure.ts'

/** The tags of the pictures that a text shows. */
export const pictureTags = (html: string): Tag[] => picturesIn(html).map(tags.picture)

/** The picture for the dark is of screens: paper is white at night, too. */
const IN_THE_DARK = 'screen and (prefers-color-scheme: dark)'

/**
 * Writes the address and the size of each picture into a text, so that the page does not move while it
 * loads. Of a picture that is gone, its description is left.
 */
export function showPictures(html: string, pictures: ShownPictures): string {
  if (pictures.size === 0 && picturesIn(html).length === 0) return html
  return html.replace(PICTURE_MARK, (_, name: string, alt: string) => {
    const picture = pictures.get(name)
    if (!picture) return `<p>${alt}</p>`
    const { width, height } = picture
    const image = `<img src="${picturePath(picture)}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`
    const dark = pictures.get(name + DARK)
    return dark
      ? `<picture><source srcset="${picturePath(dark)}" media="${IN_THE_DARK}">${image}</picture>`
      : image
  })
}

/** The same in the text as its author wrote it: addresses that lead to the files. */
export const showPicturesInMarkdown = (markdown: string, pictures: ShownPictures): string =>
  markdown.replace(/\]\(\/pictures\/([a-z0-9-]+)\.svg(?=[\s)])/g, (written, name: string) => {
    const picture = pictures.get(name)
    return picture ? `](${picturePath(picture)}` : written
  })
