import type { CopyFolder } from './copy-folder.ts'
import { PAGES } from './copy-store.ts'

export interface SweepResult {
  /** That are in the copy now. */
  pages: number
  dropped: number
  /** Things that the store has not had for long, and that stay because they are so many. */
  spared: number
}

/**
 * Drops what was not marked since a moment. Where that is more than half of all, the store was
 * wiped and is being filled again, which says nothing about pages: then all of it stays.
 */
export async function sweepCopy(folder: CopyFolder, since: Date): Promise<SweepResult> {
  let pages = 0
  let all = 0
  let unmarked = 0
  for await (const { key, markedAt } of folder.list()) {
    all += 1
    if (key.startsWith(PAGES)) pages += 1
    if (markedAt < since) unmarked += 1
  }
  if (unmarked === 0) return { pages, dropped: 0, spared: 0 }
  if (unmarked > all / 2) return { pages, dropped: 0, spared: unmarked }

  let dropped = 0
  for await (const { key, markedAt } of folder.list()) {
    if (markedAt >= since) continue
    await folder.drop(key)
    dropped += 1
    if (key.startsWith(PAGES)) pages -= 1
  }
  return { pages, dropped, spared: 0 }
}
