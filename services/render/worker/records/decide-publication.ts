import type { Revision } from '#shared/contracts/primitives.ts'
import type { EntryDescription } from '../../store/page-store.ts'

/** The outcome for a page: `written`, `same` bytes as before, or `old`: a newer one exists. */
export type Publication = 'written' | 'same' | 'old'

interface Version {
  revision: Revision
  /** Equal for pages that look the same to readers. */
  etag: string
}

/** A page that is newer and different is written, whatever is stored. */
export const needsStored = (page: Version, recorded: Version): boolean =>
  recorded.revision > page.revision || recorded.etag === page.etag

/**
 * @param recorded what the registry says of the page
 * @param stored what the store has, where {@link needsStored} says so; a process that was killed
 *   before it recorded its page may have left another one than is recorded
 */
export function decidePublication(
  page: Version,
  recorded: Version,
  stored: EntryDescription | undefined,
): Publication {
  const isAsRecorded = stored?.fingerprint === recorded.etag
  if (recorded.revision > page.revision) {
    if (stored && (isAsRecorded || stored.revision > page.revision)) return 'old'
  }
  return recorded.etag === page.etag && isAsRecorded ? 'same' : 'written'
}
