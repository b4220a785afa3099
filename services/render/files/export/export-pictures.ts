import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteData } from '#shared/contracts/site.ts'
import { articlePicture, type Picture, sitePicture } from '../../documents/picture.ts'
import { pictureAddress, pictureName } from '../../documents/picture-address.ts'
import { SHELL_PATH } from '../../documents/shell-files.ts'
import { storedArticle } from '../../documents/stored-article.ts'
import { drawPicture } from '../../server/pictures/draw-picture.ts'
import { isWholePng } from '../../store/png.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { PUBLIC } from '../entry-files.ts'
import type { NewFile } from '../write-files.ts'

/**
 * The pictures that go with an entry: its own with an article, and with the shell the one that all
 * other pages use. Draws only those that the former export does not have: the name of a picture
 * changes with its looks.
 */
export function pictureFiles(
  { site, former }: { site: SiteData; former: string },
  entry: StoredEntry,
): NewFile[] {
  if (entry.path === SHELL_PATH) return [pictureFile(former, sitePicture(site))]
  const article = storedArticle(entry)
  return article ? [pictureFile(former, articlePicture(article, site))] : []
}

function pictureFile(former: string, picture: Picture): NewFile {
  const name = `${PUBLIC}${pictureAddress(pictureName(picture))}`
  const known = readIfThere(path.join(former, name))
  return { name, bytes: known && isWholePng(known) ? known : drawPicture(picture) }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
