import type { Locale } from '#shared/contracts/primitives.ts'
import { listArticles, type Summariser } from './read-articles.ts'
import { readPictures } from './read-pictures.ts'
import { readPortraits } from './read-portraits.ts'
import { readSiteFiles, type WholeSite } from './read-site-files.ts'
import { textsIn } from './read-text.ts'

/** The part of the folder for one locale that could be read. */
export type PartialTree = Awaited<ReturnType<typeof readTree>>['tree']

/** A folder whose required files could all be read. */
export type ContentTree = WholeSite<PartialTree>

/**
 * Reads the part of the content folder for one locale, as far as it can be read.
 *
 * @param options.summarise reads files of articles, in threads for instance
 * @param options.samples a folder with ads that are used where the content folder has none
 * @returns the tree, and the problems that can be found in each file without knowing the others
 */
export async function readTree(
  folder: string,
  locale: Locale,
  { summarise, samples }: { summarise?: Summariser; samples?: string | undefined } = {},
) {
  const { files, problems } = await readSiteFiles(textsIn(folder), locale, samples)
  const portraits = files.authors ? await readPortraits(folder, files.authors, problems) : []
  const { pictures, rasters, unread: unreadPictures } = await readPictures(folder, problems)
  const folderOfArticles = `articles/${locale}`
  const { articles, strays, unread } = await listArticles(
    folder,
    folderOfArticles,
    problems,
    summarise,
  )
  const tree = {
    folder,
    ...files,
    portraits,
    /** Drawings that texts may show. */
    pictures,
    /** Photographs and screenshots that they may show. */
    rasters,
    /** Articles with a valid slug of their own, and those without. */
    articles,
    strays,
    /** Names of files that cannot be read. */
    unread: { articles: unread, pictures: unreadPictures },
  }
  return { tree, problems }
}
