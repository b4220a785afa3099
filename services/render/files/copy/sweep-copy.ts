import { type CopyFolder, PAGES } from './copy-folder.ts'

/**
 * Removes items that were not marked since a moment. If that is more than half of all items, the
 * store was probably wiped and is being filled again, so everything stays.
 *
 * @returns the pages that are now in the copy, the items that were removed, and those that were not
 *   marked and stay because they are too many
 */
export async function sweepCopy(folder: CopyFolder, since: Date) {
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
