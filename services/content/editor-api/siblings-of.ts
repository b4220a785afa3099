import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { findRelease } from '../editions/stored-release.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import type { Siblings } from '../publishing/check-among-stored.ts'
import { renderTexts } from '../releases/release-texts.ts'

/** The texts that are published together with a draft, which may lead to them. */
export async function siblingsOf(
  db: Reader,
  { id, release }: StoredDraft,
  locale: Locale,
  asker: Asker,
): Promise<Siblings | undefined> {
  const whole = release === null ? undefined : await findRelease(db, release)
  if (!whole) return undefined
  const drafts = whole.drafts.filter((draft) => draft.id !== id)
  return (await renderTexts({ drafts, siteDrafts: [] }, locale, asker)).siblings
}
