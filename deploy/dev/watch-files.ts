import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Changes of several files within this time count as one save. */
const SETTLE_MS = 30

/**
 * Watches folders from the moment it returns. Each folder in them is watched by itself: Node's own
 * recursive watching loses files on Linux that an editor replaces.
 *
 * @param onSaved called with the absolute paths of files, one call after the other
 * @returns ends it
 */
export function watchFiles(
  folders: readonly string[],
  onSaved: (files: readonly string[]) => Promise<void>,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const saved = new Set<string>()
  let working = Promise.resolve()

  const work = async () => {
    await sleep(SETTLE_MS)
    const files = [...saved]
    saved.clear()
    await onSaved(files)
  }
  const note = (file: string) => {
    if (saved.size === 0) working = working.then(work)
    saved.add(file)
  }
  const look = (folder: string, onFile: (file: string) => void) => {
    watchers.get(folder)?.close()
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return
      const place = path.join(folder, name)
      // A new folder may have files already, for which no event is emitted.
      if (isFolder(place)) look(place, note)
      else note(place)
    })
    watchers.set(folder, watcher)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name)
      if (entry.isDirectory()) look(place, onFile)
      else onFile(place)
    }
  }
  for (const folder of folders) look(folder, () => {})
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}

const isFolder = (place: string) =>
  statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
