import { isPicturePath } from '#shared/addresses/picture-address.ts'
import { isPortraitPath } from '#shared/addresses/portrait-address.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isPagePath } from '../../documents/make-entry.ts'
import { entryKey, pathOfEntryKey } from '../../store/entry-key.ts'
import { type CopyFolder, PAGES } from './copy-folder.ts'

/** The share of the room that pages may fill which are not among the most read. */
const FOR_OTHERS = 0.9
/** The share that stays filled when others make room for the most read: it is not done page by page. */
const AFTER_CLEARING = 0.85

/** How much of the store fits into a copy of limited size. */
export interface CopyRoom {
  /** Begins a look at the store. @param mostRead the most read first */
  begin(mostRead: readonly PagePath[]): void
  /** Whether an item may be read to be saved: without it, what is refused would be read each time. */
  isOpen(path: PagePath): boolean
  /**
   * Saves an item if there is room for it.
   *
   * @param bytes by how much more of the disk it takes
   */
  save(path: PagePath, bytes: number, save: () => Promise<void>): Promise<boolean>
  /** How many items were refused in this look. */
  readonly refused: number
  /**
   * Removes pages, those that are read least first, where others have no room.
   *
   * @returns whether there is room now that there was not before
   */
  clear(): Promise<boolean>
}

/** @param bytes what the copy may take of the disk */
export function createCopyRoom(folder: CopyFolder, bytes: number): CopyRoom {
  let mostRead: readonly PagePath[] = []
  let hot: ReadonlySet<PagePath> = new Set()
  /** Of what is being saved. */
  let pendingBytes = 0
  let refused = 0
  /** Whether some of the most read were refused, and whether they were in the look before. */
  let isMissed = false
  let wasMissed = false

  // What all pages need, such as the menu, is little; pictures are not.
  const isShared = (path: PagePath) =>
    !isPagePath(path) && !isPicturePath(path) && !isPortraitPath(path)
  const isWanted = (path: PagePath) => hot.has(path) || isShared(path)
  // Scripts, styles and files of the build are always there.
  const pageBytes = () => Math.max(0, bytes - folder.usedBytes().others)
  const usedBytes = () => folder.usedBytes().pages + pendingBytes

  function limitOf(path: PagePath): number {
    if (isWanted(path)) return pageBytes()
    // Others would fill what was cleared for the most read.
    return wasMissed ? 0 : pageBytes() * FOR_OTHERS
  }

  function refuse(path: PagePath): false {
    refused += 1
    isMissed ||= isWanted(path)
    return false
  }

  return {
    begin(paths) {
      mostRead = paths
      hot = new Set(paths)
      refused = 0
      wasMissed = isMissed
      isMissed = false
    },
    isOpen: (path) => usedBytes() < limitOf(path) || refuse(path),
    get refused() {
      return refused
    },

    async save(path, more, save) {
      if (more > 0 && usedBytes() + more > limitOf(path)) return refuse(path)
      pendingBytes += more
      try {
        await save()
      } finally {
        pendingBytes -= more
      }
      return true
    },

    async clear() {
      const before = usedBytes()
      if (before <= pageBytes() * (isMissed ? FOR_OTHERS : 1)) return false
      const target = pageBytes() * AFTER_CLEARING
      for await (const { key } of folder.list()) {
        if (usedBytes() <= target) return true
        const path = key.startsWith(PAGES) ? pathOfEntryKey(key.slice(PAGES.length)) : undefined
        if (path !== undefined && !isWanted(path)) await folder.drop(key)
      }
      // A smaller room than before, which not even the most read fit into.
      for (const path of mostRead.toReversed()) {
        if (usedBytes() <= target) return true
        await folder.drop(PAGES + entryKey(path))
      }
      return usedBytes() < before
    },
  }
}
