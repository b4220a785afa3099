import type { Locale } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import {
  isPublishedEdition,
  type SiteEdition,
  type SiteHeads,
  siteTextOf,
} from '../editions/site-edition.ts'
import { adsFile } from '../editions/site-files.ts'
import { AuthorsFile } from '../folder/content-files.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { findPortraits, type PortraitFile, portraitFile } from '../folder/read-portraits.ts'
import { readSiteFiles, type SiteFiles } from '../folder/read-site-files.ts'
import { NO_TEXTS, withTexts } from '../folder/read-text.ts'
import { readYaml } from '../folder/read-yaml.ts'
import type { StoredSite } from '../import/prepare-import.ts'

/**
 * @throws {SiteError} before an import has kept all files of the site, or where a former version has
 *   imported some since
 */
export function requireKept({ heads, known }: StoredSite): void {
  const isKept = [...known.values()].every(
    ({ path, hash, text }) => text !== null || heads.get(path)?.hash === hash,
  )
  if (heads.has('site.yaml') && isKept) return
  throw new SiteError(
    'unavailable',
    'The files of the site are not kept as they are yet: import the content folder once',
  )
}

/** A file of the site as an editor would have it. */
export interface EditedText {
  file: string
  text: string
}

/** The files of the site as they are stored, with one as it is to be, and what is wrong with them. */
export async function readStoredSite(
  db: Reader,
  locale: Locale,
  heads: SiteHeads,
  edited: EditedText,
): Promise<{ files: SiteFiles; portraits: PortraitFile[]; problems: ContentProblem[] }> {
  // Ads are long, and no other file knows of them.
  const isRead = (head: SiteEdition) => isPublishedEdition(head) && head.file !== adsFile(locale)
  const texts = new Map<string, string>()
  for (const head of heads.values()) {
    if (isRead(head)) texts.set(head.file, await siteTextOf(db, head))
  }
  const authorsBefore = texts.get(`authors/${locale}.yaml`)
  texts.set(edited.file, edited.text)
  const { files, problems } = await readSiteFiles(withTexts(NO_TEXTS, texts), locale)
  const portraits = files.authors
    ? await storedPortraits(db, files.authors, authorsBefore, problems)
    : []
  return { files, portraits, problems }
}

/** Portraits come with the folder: a text names those that are stored, of any author. */
async function storedPortraits(
  db: Reader,
  authors: NonNullable<SiteFiles['authors']>,
  before: string | undefined,
  problems: ContentProblem[],
): Promise<PortraitFile[]> {
  const stored = await db
    .selectFrom('portrait')
    .select(['author', 'source', 'file_sha256'])
    .execute()
  const named = await portraitNames(authors.file, before)
  const byFile = new Map(
    stored.flatMap(({ author, source, file_sha256: sha256 }) => {
      const name = named.get(author)
      if (name === undefined || source === null || sha256 === null) return []
      return [[portraitFile(name), { source, sha256 }]]
    }),
  )
  const missing = 'is not stored yet: put it into the content folder, and import that'
  return findPortraits(authors, (file) => byFile.get(file) ?? missing, problems)
}

/** By author, the names of portraits in a text that was checked before it was stored. */
async function portraitNames(file: string, text = '[]'): Promise<ReadonlyMap<string, string>> {
  const texts = withTexts(NO_TEXTS, new Map([[file, text]]))
  const authors = await readYaml({ texts, file, problems: [] }, AuthorsFile)
  return new Map(
    (authors?.value ?? []).flatMap(({ slug, portrait }) =>
      portrait === undefined ? [] : [[slug, portrait]],
    ),
  )
}
