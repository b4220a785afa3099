import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readHeldLines, readHeldLinks } from '../support/content/held-rows.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Rows of the mission's table: its sections leave gaps for more. */
const MISSION = [
  ...[range(1, 13), range(101, 115), range(130, 136), range(201, 220), range(240, 248)],
  ...[range(301, 319), range(401, 414), range(501, 512), range(601, 603), range(610, 611)],
  ...[range(701, 709), range(801, 810), range(901, 914)],
]

const numbered = (prefix: string, last: number) =>
  range(1, last).map((number) => `${prefix}${number}`)

test.each([
  ['tests/conformance.md', readHeldLines, String.raw`\d+`, numbered('', 79)],
  ['services/README.md', readHeldLines, String.raw`\d+`, numbered('', 8)],
  [
    'tests/mission.md',
    readHeldLines,
    String.raw`M-\d+`,
    MISSION.flat().map((row) => `M-${String(row).padStart(3, '0')}`),
  ],
  [
    'tests/faults/README.md',
    readHeldLinks,
    String.raw`[FT]\d+`,
    [...numbered('F', 57), ...numbered('T', 26)],
  ],
] as const)('every row of %s is held where it says', async (table, read, row, wanted) => {
  const { rows, held } = await read(table, row)
  expect(rows).toEqual(wanted)
  expect(held.length).toBeGreaterThan(rows.length / 2)
  for (const { row: name, file, words } of held) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    expect(source.includes(words), `${name}: “${words}” in ${file}`).toBe(true)
  }
})
