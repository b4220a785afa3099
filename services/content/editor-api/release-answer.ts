import { Type } from 'typebox'
import type { Instant } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { MOMENT_PATTERN, readMoment } from '#shared/text/moment.ts'
import { atZone } from '#shared/text/time-zone.ts'
import type { Reader } from '../database/reader.ts'
import type { HeldReason } from '../database/schema.ts'
import { textsOf } from '../drafts/check-article.ts'
import { deedOf } from '../editions/stored-draft.ts'
import {
  releaseTag,
  type StoredRelease,
  titlesOfReleases,
  type WholeRelease,
} from '../editions/stored-release.ts'
import { siteZone } from '../site/site-settings.ts'

/** A moment: with an offset, or by the clocks of the site. */
export const At = Type.String({ pattern: MOMENT_PATTERN })

/** Nothing is planned for longer. */
const MAX_DAYS = 730

/** @throws {SiteError} for one that is past, too far ahead, or that does not come exactly once */
export async function readAt(db: Reader, at: string, now: Date): Promise<Instant> {
  const zone = await siteZone(db)
  const moment = readMoment(at, zone)
  if ('problem' in moment) throw refusedAt(moment.problem)
  const inMs = Date.parse(moment.instant) - now.getTime()
  if (inMs <= 0) {
    throw refusedAt(
      `is past: it is ${atZone(now.toISOString(), zone)} now. Without it, it is published at once`,
    )
  }
  if (inMs > MAX_DAYS * 86_400_000) throw refusedAt(`is more than ${MAX_DAYS} days ahead`)
  return moment.instant
}

const refusedAt = (message: string) =>
  new SiteError('invalid-input', 'Nothing was scheduled', { reasons: [{ field: '/at', message }] })

/** A release as editors read it, without its drafts. */
export function shownRelease(
  { id, name, state, publish_at, reasons, revision, ...release }: StoredRelease,
  zone: string,
) {
  return {
    id,
    ...(name !== null && { name }),
    state,
    ...(publish_at !== null && { at: atZone(publish_at, zone), zone }),
    ...(reasons.length > 0 && { reasons: reasons.map(withoutUnknown) }),
    ...(revision !== null && { revision }),
    made: deedOf(release.made_at, release.made_by),
    changed: deedOf(release.changed_at, release.changed_by),
  }
}

/** Releases in a list, each with what it would publish. */
export async function listedReleases(db: Reader, releases: readonly StoredRelease[], zone: string) {
  const titles = await titlesOfReleases(db, releases)
  return releases.map((release) => ({
    ...shownRelease(release, zone),
    titles: titles.get(release.id) ?? [],
  }))
}

/** A field that is not known is left out. */
const withoutUnknown = ({ field, message, code, line }: HeldReason) => ({
  field,
  message,
  ...(code !== undefined && { code }),
  ...(line !== undefined && { line }),
})

export async function releaseAnswer(
  db: Reader,
  whole: WholeRelease,
  warnings: readonly HeldReason[] = [],
) {
  const drafts = whole.drafts.map(({ id, slug, tag, fields, brings_back, change_note }) => ({
    id,
    slug,
    title: textsOf(fields).title,
    etag: tag,
    ...(brings_back && { withdrawn: false as const }),
    ...change_note,
  }))
  const siteDrafts = whole.siteDrafts.map(({ id, file, tag }) => ({ id, file, etag: tag }))
  return {
    ...shownRelease(whole.release, await siteZone(db)),
    etag: releaseTag(whole),
    ...(warnings.length > 0 && { warnings: warnings.map(withoutUnknown) }),
    drafts,
    ...(siteDrafts.length > 0 && { siteDrafts }),
  }
}
