import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { SponsoredLink } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { type AdsDocument, groupAds } from '../ads/ads-document.ts'
import { AD_PARSER_VERSION } from '../ads/parse-ad.ts'
import {
  type AdDrop,
  type AdParser,
  NEW_PATH_AD,
  parseAds,
  parseNewPathAd,
} from '../ads/parse-ads.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import { findNewPathAd, loadOutdatedAds } from '../library/ads-repository.ts'

type StoredAd = Selectable<Database['ad']>

interface ParsedEntry {
  path: PagePath
  strings: readonly string[]
  links: SponsoredLink[]
}

/** Rows written, or paths deleted, in one statement. */
const ROWS_PER_STATEMENT = 1_000

/**
 * Replaces all ad data. Touches only paths whose links differ afterwards: a path none of whose
 * strings gives a valid link counts as a path without links.
 *
 * @param parse holds the document already parsed, because other edits wait for this one
 * @returns what is not shown, and why, in the order of the document
 */
export async function saveAds(
  edit: Edit,
  { sapeData }: AdsDocument,
  parse: AdParser,
): Promise<AdDrop[]> {
  const stored = await edit.tx.selectFrom('ad').selectAll().execute()
  const before = new Map(stored.map((row) => [row.path, row]))
  const parsed = [...groupAds(sapeData.sapeLinks)].map(([path, group]) => {
    const strings = group.map(({ html }) => html)
    return { path, strings, ...parseAds(path, strings, parse) }
  })
  await writeEntries(edit, parsed, before)

  const wanted = new Set(parsed.map(({ path }) => path))
  await deleteEntries(
    edit,
    stored.filter(({ path }) => !wanted.has(path)),
  )
  const newPath = await saveNewPathAd(edit, sapeData.sapeNewUrl ?? '', parse)
  return [...parsed.flatMap(({ drops }) => drops), ...newPath]
}

/** Parses stored ads again that were parsed by an older version of the parser. */
export async function refreshParsedAds(edit: Edit, parse: AdParser): Promise<void> {
  const outdated = await loadOutdatedAds(edit.tx)
  const parsed = outdated.map(({ path, links: strings }) => ({
    path,
    strings,
    links: parseAds(path, strings, parse).links,
  }))
  await writeEntries(edit, parsed, new Map(outdated.map((row) => [row.path, row])))
  const newPath = await findNewPathAd(edit.tx)
  if (newPath) await saveNewPathAd(edit, newPath.html, parse)
}

async function writeEntries(
  edit: Edit,
  parsed: readonly ParsedEntry[],
  before: ReadonlyMap<PagePath, StoredAd>,
): Promise<void> {
  const different = parsed.filter((entry) => !isStored(entry, before.get(entry.path)))
  for (const part of inChunks(different)) {
    await edit.tx
      .insertInto('ad')
      .values(
        part.map(({ path, strings, links }) => ({
          path,
          links: [...strings],
          shown: JSON.stringify(links),
          parser_version: AD_PARSER_VERSION,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet(({ ref }) => ({
          links: ref('excluded.links'),
          shown: ref('excluded.shown'),
          parser_version: ref('excluded.parser_version'),
        })),
      )
      .execute()
  }
  for (const { path, links } of different) {
    if (!isDeepStrictEqual(before.get(path)?.shown ?? [], links)) edit.touch(tags.ads(path))
  }
}

const isStored = ({ strings, links }: ParsedEntry, row: StoredAd | undefined) =>
  row?.parser_version === AD_PARSER_VERSION &&
  isDeepStrictEqual(row.links, strings) &&
  isDeepStrictEqual(row.shown, links)

async function deleteEntries(edit: Edit, rows: readonly StoredAd[]): Promise<void> {
  for (const part of inChunks(rows)) {
    const paths = part.map(({ path }) => path)
    await edit.tx.deleteFrom('ad').where('path', 'in', paths).execute()
  }
  for (const { path, shown } of rows) {
    if (shown.length > 0) edit.touch(tags.ads(path))
  }
}

/** Saves the ads of paths that have no entry of their own. */
async function saveNewPathAd(edit: Edit, html: string, parse: AdParser): Promise<AdDrop[]> {
  const { shown, drops } = parseNewPathAd(html, parse)
  const before = await findNewPathAd(edit.tx)
  const after = { html, shown }
  if (isDeepStrictEqual(before ?? { html: '', shown: { links: [] } }, after)) return drops
  await saveSetting(edit.tx, NEW_PATH_AD, after)
  if (!isDeepStrictEqual(before?.shown ?? { links: [] }, shown)) edit.touch(tags.ads('*'))
  return drops
}

function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += ROWS_PER_STATEMENT)
    yield items.slice(start, start + ROWS_PER_STATEMENT)
}
