import { hasShape } from '#shared/check-shape.ts'
import { AdsDocument } from '../ads/ads-document.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { CONTENT_FILES } from '../editions/edition.ts'
import {
  endSiteEdition,
  isPublishedEdition,
  type SiteHeads,
  writeSiteEdition,
} from '../editions/site-edition.ts'
import { notifyOfSite } from '../edits/edit-site-text.ts'
import { keepStoredAds, sameAds, storedAds, writeAds } from '../edits/keep-ads.ts'
import { listSiteFiles, type SiteFiles } from '../folder/read-site-files.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import type { KnownSiteFiles } from '../merging/reconcile-site-files.ts'
import type { IsNew } from './import-site-files.ts'

interface ToRemember {
  /** As the folder has them. */
  inFolder: SiteFiles
  /** As they were imported. */
  imported: SiteFiles
  heads: SiteHeads
  known: KnownSiteFiles
  now: Date
}

/**
 * Keeps what the files of the site say as editions, and remembers how the folder has them. An article's
 * file is remembered with the article.
 */
export async function rememberSiteFiles(edit: Edit, { inFolder, imported, ...kept }: ToRemember) {
  const texts = new Map<string, string>()
  const changed: string[] = []
  for (const file of listSiteFiles(imported)) {
    const { text, isChanged } = await keepText(edit, file, kept)
    texts.set(file.file, text)
    if (isChanged) changed.push(file.file)
  }
  const files = listSiteFiles(inFolder).filter(({ file }) => texts.has(file))
  for (const { file, text, hash } of files) {
    const row = { hash, text: texts.get(file) === text ? null : text }
    const former = kept.known.get(file)
    if (former?.hash === row.hash && former.text === row.text) continue
    await edit.tx
      .insertInto('source_file')
      .values({ path: file, ...row, article: null })
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute()
  }
  const gone = await forgetMissing(edit, new Set(texts.keys()), kept)
  notifyOfSite(edit, { files: [...changed, ...gone], maker: CONTENT_FILES, now: kept.now })
}

type Kept = Omit<ToRemember, 'inFolder' | 'imported'>

/** @returns what is stored of the file from now on, and whether this import has changed it */
async function keepText(
  edit: Edit,
  file: ContentFile<unknown>,
  { heads, known, now }: Kept,
): Promise<{ text: string; isChanged: boolean }> {
  const last = heads.get(file.file)
  if (isPublishedEdition(last) && last.hash === file.hash) {
    return { text: file.text, isChanged: false }
  }
  const others = last ? undefined : await otherAds(edit, file, known)
  if (others !== undefined) {
    await writeSiteEdition(edit, { file: file.file, text: others }, { now, last })
    return { text: others, isChanged: false }
  }
  await writeSiteEdition(edit, file, { now, last, maker: CONTENT_FILES })
  return { text: file.text, isChanged: true }
}

/** Ads that were stored otherwise than by their file, before they had editions. */
async function otherAds(
  { tx }: Edit,
  { file, hash, value }: ContentFile<unknown>,
  known: KnownSiteFiles,
): Promise<string | undefined> {
  if (!hasShape(AdsDocument, value) || known.get(file)?.hash !== hash) return undefined
  const stored = await storedAds(tx)
  return stored === undefined || sameAds(value, stored) ? undefined : writeAds(stored)
}

/** A file that is gone takes its page or its facts with it; ads stay until there are others. */
async function forgetMissing(edit: Edit, texts: ReadonlySet<string>, { heads, known, now }: Kept) {
  const gone = [...known.keys()].filter((path) => !texts.has(path) && !path.startsWith('ads/'))
  for (const path of gone) {
    await endSiteEdition(edit, heads.get(path), { state: 'withdrawn', maker: CONTENT_FILES, now })
    await edit.tx.deleteFrom('source_file').where('path', '=', path).execute()
  }
  return gone
}

/** Ads that the ad system has sent since are kept before a file takes their place. */
export async function keepFormerAds(
  edit: Edit,
  { ads }: SiteFiles,
  { heads, isNew, now }: { heads: SiteHeads; isNew: IsNew; now: Date },
): Promise<SiteHeads> {
  if (!ads || !isNew(ads)) return heads
  const { file } = ads
  const last = await keepStoredAds(edit, { file, last: heads.get(file), now })
  return last ? new Map([...heads, [file, last]]) : heads
}
