import { expect, test } from 'vitest'
import type { Edit } from '../changes/commit-edit.ts'
import { type EditPart, runParts } from './edit-part.ts'

/** Parts look at nothing of the edit here. */
const EDIT = {} as Edit

/** A part that says when each of its phases begins and ends. */
function noisyPart(name: string, heard: string[]): EditPart {
  const phase = (what: string) => async () => {
    heard.push(`${name} ${what}`)
    await Promise.resolve()
    heard.push(`${name} ${what} ended`)
  }
  return {
    watch: phase('watch'),
    write: phase('write'),
    touch: () => void heard.push(`${name} touch`),
  }
}

test('every phase of all parts ends before the next one begins', async () => {
  const heard: string[] = []
  await runParts(EDIT, [noisyPart('a', heard), {}, noisyPart('b', heard)])

  const both = (what: string) => [`a ${what}`, `b ${what}`]
  expect(heard).toEqual(
    ['watch', 'watch ended', 'write', 'write ended', 'touch'].flatMap((what) => both(what)),
  )
})

test('a part that fails lets the others end, and no phase follows', async () => {
  const heard: string[] = []
  const failing: EditPart = {
    write() {
      throw new Error('cannot be sent')
    },
  }
  await expect(runParts(EDIT, [failing, noisyPart('b', heard)])).rejects.toThrow('cannot be sent')
  expect(heard.at(-1)).toBe('b write ended')
})
