import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { SiteData } from '#shared/contracts/site.ts'
import { articlePicture, type Picture, sitePicture } from '../documents/picture.ts'
import { pictureAddress, pictureName } from '../documents/picture-address.ts'
import { storedArticle } from '../documents/stored-article.ts'
import { createDrawer, type Drawer } from '../pictures/draw-in-threads.ts'
import { isWholePng } from '../store/png.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { PUBLIC } from './entry-files.ts'
import type { NewFile } from './write-files.ts'

export interface PictureExport extends AsyncDisposable {
  /** The picture that is used for every page except articles. */
  siteFile(): Promise<NewFile>
  /** The picture of an article; nothing for another entry. */
  files(entry: StoredEntry): Promise<NewFile[]>
}

/**
 * Draws on all cores, and only pictures that the former export does not have: the name of a picture
 * changes with its looks.
 *
 * @param former the folder of the former export, if there is one
 */
export function exportPictures(former: string, site: SiteData): PictureExport {
  const drawer = createDrawer({
    threads: availableParallelism(),
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  const fileOf = (picture: Picture) => pictureFile(drawer, former, picture)
  return {
    siteFile: () => fileOf(sitePicture(site)),
    async files(entry) {
      const article = storedArticle(entry)
      return article ? [await fileOf(articlePicture(article, site))] : []
    },
    [Symbol.asyncDispose]: drawer.close,
  }
}

async function pictureFile(drawer: Drawer, former: string, picture: Picture): Promise<NewFile> {
  const name = `${PUBLIC}${pictureAddress(pictureName(picture))}`
  // A folder that cannot be read counts as empty.
  const known = await readFile(path.join(former, name)).catch(() => undefined)
  return { name, bytes: known && isWholePng(known) ? known : await drawer.draw(picture) }
}
