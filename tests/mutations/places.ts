import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Change, GuardedPlaces } from './guarded-places.ts'

/**
 * Why the list does not fit the code any more, a line for each reason.
 *
 * @param root of a copy of the code
 */
export async function reasonsAgainst(
  root: string,
  places: readonly GuardedPlaces[],
): Promise<string[]> {
  const reasons: string[] = []
  const read = (file: string) => readFile(path.join(root, file), 'utf8').catch(() => '')
  for (const { holds, test, changes } of places) {
    const [file, words] = test
    if (!(await read(file)).includes(words)) reasons.push(`${holds}: no “${words}” in ${file}`)
    for (const [changed, from, to] of changes) {
      const times = (await read(changed)).split(from).length - 1
      if (times !== 1) reasons.push(`${holds}: “${from}” stands ${times} times in ${changed}`)
      if (from === to) reasons.push(`${holds}: “${from}” is changed to itself`)
    }
  }
  return reasons
}

/** One change on a line, for people. */
export const describeChange = ([file, from, to]: Change) =>
  `${file}: ${shorten(from)} → ${shorten(to)}`

/** Where the two differ is near, so that the beginning says enough. */
const shorten = (text: string) => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line === '' ? 'nothing' : line
}
