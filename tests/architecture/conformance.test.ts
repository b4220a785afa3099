import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Rows of the mission's table: its sections leave gaps for more. */
const MISSION = [
  ...[range(1, 13), range(101, 115), range(130, 136), range(201, 220), range(240, 248)],
  ...[range(301, 319), range(401, 414), range(501, 512), range(601, 603), range(610, 611)],
  ...[range(701, 709), range(801, 810), range(901, 914)],
]

test.each([
  ['tests/conformance.md', /^\| (\d+) \| (\S+) \| (.+?) \|/gm, range(1, 79).map(String)],
  [
    'tests/mission.md',
    /^\| (M-\d+) \| (\S+) \| (.+?) \|/gm,
    MISSION.flat().map((row) => `M-${String(row).padStart(3, '0')}`),
  ],
])('every row of %s is held where it says', async (name, line, rows) => {
  const table = await readFile(path.join(ROOT, name), 'utf8')
  const lines = [...table.matchAll(line)]
  expect([...new Set(lines.map(([, row]) => row))]).toEqual(rows)
  for (const [, row, file = '', words = ''] of lines) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    expect(source.includes(words), `${row}: “${words}” in ${file}`).toBe(true)
  }
})
