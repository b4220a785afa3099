import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { SiteData } from '#shared/contracts/site.ts'
import { createDrawer, type Drawer } from '../pictures/draw-in-threads.ts'
import { articlePicture, type Picture, sitePicture } from '../pictures/picture.ts'
import { pictureAddress, pictureName } from '../pictures/picture-address.ts'
import { isWholePng } from '../pictures/png.ts'
import { storedArticle } from '../pictures/stored-article.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { PUBLIC } from './entry-files.ts'
import type { NewFile } from './write-files.ts'

export interface PictureExport extends AsyncDisposable {
  /** The picture that stands for every page but articles. */
  siteFile(): Promise<NewFile>
  /** Those of all articles among the entries. */
  files(entries: readonly StoredEntry[]): Promise<NewFile[]>
}

/**
 * Draws with all cores, and only what the export before does not have: the name of a picture says
 * what it looks like.
 *
 * @param former the folder of the export before, if there is one
 */
export function exportPictures(former: string, site: SiteData): PictureExport {
  const drawer = createDrawer({
    threads: availableParallelism(),
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  const fileOf = (picture: Picture) => pictureFile(drawer, former, picture)
  return {
    siteFile: () => fileOf(sitePicture(site)),
    files: (entries) =>
      Promise.all(
        entries.flatMap((entry) => {
          const article = storedArticle(entry)
          return article ? [fileOf(articlePicture(article, site))] : []
        }),
      ),
    [Symbol.asyncDispose]: drawer.close,
  }
}

async function pictureFile(drawer: Drawer, former: string, picture: Picture): Promise<NewFile> {
  const name = `${PUBLIC}${pictureAddress(pictureName(picture))}`
  // A folder that cannot be read has nothing for us.
  const known = await readFile(path.join(former, name)).catch(() => undefined)
  return { name, bytes: known && isWholePng(known) ? known : await drawer.draw(picture) }
}
