import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import { compareTexts } from '../editions/compare-texts.ts'
import { mergeLines } from '../editions/merge-lines.ts'
import { shownEdit } from '../editions/shown-edit.ts'
import {
  isPublishedEdition,
  laterSiteTexts,
  type SiteEdition,
  type SiteHeads,
  siteTextOf,
} from '../editions/site-edition.ts'
import { consentIn, editionNamedIn, siteFileName, withoutConsent } from '../editions/site-files.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { listSiteFiles, type SiteFiles } from '../folder/read-site-files.ts'
import { zoneOf } from '../lint/check-alone.ts'
import { chooseBase } from './base-of-file.ts'
import { byWhom, type KnownFile } from './file-context.ts'

/** Files of the site as they were imported last, by their names. */
export type KnownSiteFiles = ReadonlyMap<string, KnownFile>

export async function loadKnownSiteFiles(db: Reader): Promise<KnownSiteFiles> {
  const rows = await db
    .selectFrom('source_file')
    .selectAll()
    .where('article', 'is', null)
    // Earlier versions remembered a missing file of facts.
    .where('hash', '<>', '')
    .execute()
  return new Map(rows.map((row) => [row.path, row]))
}

export interface ReconciledSite {
  /** Texts that take the place of those in the folder; `undefined` for none. */
  over: ReadonlyMap<string, string | undefined>
  /** What cannot be merged. */
  problems: ContentProblem[]
}

/**
 * Files and the editor API are two ways to edit what the site says apart from its articles. Where a file
 * was edited through the API since it was imported, both are merged as articles are: neither takes the
 * place of the other unseen.
 */
export async function reconcileSiteFiles(
  db: Reader,
  files: SiteFiles,
  { heads, known }: { heads: SiteHeads; known: KnownSiteFiles },
): Promise<ReconciledSite> {
  const over = new Map<string, string | undefined>()
  const problems: ContentProblem[] = []
  const zone = zoneOf(files)
  const inFolder = new Map(listSiteFiles(files).map((file) => [file.file, file]))
  for (const { file, text } of inFolder.values()) {
    const head = heads.get(file)
    const row = known.get(file)
    if (!isPublishedEdition(head) || (row && row.text === null)) continue
    if (file === files.ads?.file && files.ads.isSample) {
      over.set(file, undefined)
      continue
    }
    const merged = await mergeIntoSiteFile(db, { file, text, head, agreed: row?.text, zone })
    problems.push(...merged.problems)
    if (merged.text !== text) over.set(file, merged.text)
  }
  for (const { path, text } of known.values()) {
    const head = heads.get(path)
    const isEdited = text !== null && isPublishedEdition(head)
    if (inFolder.has(path) || !isEdited || path.startsWith('ads/')) continue
    const by = byWhom(head.made_by, head.made_at, { zone })
    const message = `was taken away here, and was changed through the editor API, in edition ${head.number}${by}: npm run content -- pull writes the file again with that change. Take it away after the next import`
    problems.push({ file: path, line: 1, code: 'E-CONFLICT', message })
  }
  // Those that were made through the API. Where there is no file of ads, what is stored stays anyway.
  for (const head of heads.values()) {
    const isMade = !inFolder.has(head.file) && !known.has(head.file)
    if (!isMade || !isPublishedEdition(head) || head.file.startsWith('ads/')) continue
    over.set(head.file, await siteTextOf(db, head))
  }
  return { over, problems }
}

interface ToMerge {
  file: string
  text: string
  head: SiteEdition
  /** The text of the file on which both agreed; absent where it is new. */
  agreed: string | null | undefined
  /** Texts of the editor API since, the newest first, of which a pull may have written one. */
  later: readonly string[]
  /** The time zone of the site. */
  zone: string
}

async function mergeIntoSiteFile(db: Reader, { head, ...toMerge }: Omit<ToMerge, 'later'>) {
  const [edited, later] = await settleAll([
    siteTextOf(db, head),
    laterSiteTexts(db, toMerge.file, toMerge.agreed ?? null),
  ])
  return mergeSiteFile({ ...toMerge, head, edited, later })
}

/** Puts what was edited elsewhere into the text of a file. */
export function mergeSiteFile({
  file,
  text,
  head,
  agreed,
  later,
  edited,
  zone,
}: Omit<ToMerge, 'head'> & {
  head: Pick<SiteEdition, 'number' | 'made_by' | 'made_at'>
  edited: string
}): { text: string; problems: ContentProblem[] } {
  const { number } = head
  const consent = consentIn(file, number)
  const isSeen = editionNamedIn(file, text) === number
  if (agreed === undefined || agreed === null) {
    if (isSeen || text === edited) return { text, problems: [] }
    const message = `is new here, and was made through the editor API as well (edition ${number}): take over what is to stay, then ${consent}`
    return { text, problems: [{ file, line: 1, code: 'E-CONFLICT', message }] }
  }
  const isPage = file.endsWith('.md')
  const base = chooseBase<string>({
    imported: agreed,
    later,
    has(one) {
      const { text: both, conflicts } = mergeLines(
        { ours: text, base: agreed, edited: one },
        isPage,
      )
      return both === text && conflicts.length === 0
    },
    changed: (one) => compareTexts(agreed, one).text.length,
  })
  const merged = mergeLines({ ours: text, base, edited }, isPage)
  if (isSeen) return { text: merged.text, problems: [] }
  const by = byWhom(head.made_by, head.made_at, { zone })
  const conflicts = merged.conflicts.filter(
    (conflict) => withoutConsent(conflict.ours) !== withoutConsent(conflict.edited),
  )
  const whole = `GET /site-files/${siteFileName(file)}/editions/${number}`
  const problems = conflicts.map(({ line, base, edited: stored }): ContentProblem => {
    const message = `was changed here and, through the editor API, in edition ${number}${by}, which says ${shownEdit(stored, base)} (all of it: ${whole}). Take over what is to stay, then ${consent}`
    return { file, line: line + 1, code: 'E-CONFLICT', message }
  })
  return { text: problems.length > 0 ? text : merged.text, problems }
}
