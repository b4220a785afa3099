import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '#shared/errors.ts'
import { DRAFTS, removeFile, writeOnce } from './draft-files.ts'

/** Holds the machine and the number of the process that writes drafts. */
const CLAIM = `${DRAFTS}/.writing`
const POLL_MS = 200

/**
 * Waits until no other run writes drafts into a content folder. Of two runs that ask for the same
 * title, the second one finds the draft of the first one, so nothing is paid for twice. A run that
 * was killed does not count. (Should two runs find it gone in the same moment, both may go on: a
 * title may then be asked for twice, and still has one draft.)
 *
 * @param onWait called once, with the run that it waits for
 * @returns what ends the claim; `undefined` when `signal` was aborted before
 */
export async function claimFolder(
  folder: string,
  { signal, onWait }: { signal: AbortSignal; onWait: (reason: string) => void },
): Promise<(() => Promise<void>) | undefined> {
  const file = path.join(folder, CLAIM)
  let waitsFor = ''
  while (!signal.aborted) {
    if (await writeOnce(folder, CLAIM, `${hostname()} ${process.pid}`)) {
      return () => removeFile(folder, CLAIM)
    }
    const owner = await readFile(file, 'utf8').catch(() => undefined)
    if (owner === undefined) continue
    const [machine = '', number = ''] = owner.split(' ')
    if (machine === hostname() && hasEnded(Number(number))) {
      await removeFile(folder, CLAIM)
      continue
    }
    if (owner !== waitsFor) {
      onWait(
        `Waiting for process ${number} on ${machine}, which writes drafts here. If it has ended, delete ${file}`,
      )
    }
    waitsFor = owner
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
  return undefined
}

function hasEnded(processId: number): boolean {
  // In a container, the next process may have the number of the one before.
  if (processId === process.pid) return true
  try {
    process.kill(processId, 0)
    return false
  } catch (error) {
    // A process of somebody else may not be asked, but it is there.
    return !hasCode(error, 'EPERM')
  }
}
