import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findHolders, holdersIn } from '../support/rows/find-holders.ts'
import { ROWS, readRowPage, rowPages } from '../support/rows/tables.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The mission's table leaves gaps between its sections. */
const MISSION = [
  ...[range(1, 13), range(101, 115), range(130, 136), range(201, 220), range(240, 248)],
  ...[range(301, 319), range(401, 414), range(501, 512), range(601, 603), range(610, 611)],
  ...[range(701, 709), range(801, 810), range(901, 914)],
].flat()

describe('the tables of rows and tests', () => {
  test('have every row of the mission, of the reference, of the promises, faults, threats and edits', () => {
    const numbersOf = (letters: RegExp) =>
      [
        ...new Set(
          [...ROWS.keys()].filter((id) => letters.test(id)).map((id) => Number(/\d+/.exec(id))),
        ),
      ].sort((one, other) => one - other)
    expect(numbersOf(/^M-/)).toEqual(MISSION)
    expect(numbersOf(/^[SCE]/)).toEqual(range(1, 79))
    expect(numbersOf(/^P/)).toEqual(range(1, 8))
    expect(numbersOf(/^F/)).toEqual(range(1, 63))
    expect(numbersOf(/^T/)).toEqual(range(1, 30))
    expect(numbersOf(/^A/)).toEqual(range(1, 19))
    expect(numbersOf(/^B/)).toEqual([...range(1, 22), 24, 26, 27, 29, 30])
  })

  test('are what tests/architecture/write-rows.ts writes', async () => {
    for (const [file, text] of await rowPages()) expect(await readRowPage(file)).toBe(text)
  })

  test('name for each row a test, or words in another file that hold it', async () => {
    const { holders } = await findHolders()
    const held = new Set(holders.flatMap(({ ids }) => ids))
    const elsewhere = [...ROWS].flatMap(([id, row]) =>
      (row.elsewhere ?? []).map(([file, words]) => ({ id, file, words })),
    )
    for (const { id, file, words } of elsewhere) {
      const text = await readFile(path.join(ROOT, file), 'utf8')
      expect(text.includes(words), `${id}: “${words}” in ${file}`).toBe(true)
      held.add(id)
    }
    expect([...ROWS.keys()].filter((id) => !held.has(id))).toEqual([])
  })
})

describe('titles of tests', () => {
  test('carry ids of known rows only, at their end', async () => {
    const { holders, odd } = await findHolders()
    expect(odd).toEqual([])
    const unknown = holders.flatMap(({ file, title, ids }) =>
      ids.filter((id) => !ROWS.has(id)).map((id) => `${file}: ${title} [${id}]`),
    )
    expect(unknown).toEqual([])
    expect(holders.length).toBeGreaterThan(300)
  })

  test('are read from groups, tables and templates, and refused in another form', async () => {
    const source = [
      "describe('a page [M-001, F2]', () => {",
      "  test.each([['a']])('shows %s [S9]', () => {})",
      // In two parts, so that it is no placeholder of this test.
      `  test(\`lists $${'{name}'} [T4]\`, () => {})`,
      "  test(testTitle('bears it [F5]', 'Redis'), () => {})",
      "  test('F3: bears it', () => {})",
      "  test('is [M-004] marked', () => {})",
      "  test('is marked [M-4]', () => {})",
      "  test('leaves brackets [alone]', () => {})",
      '})',
    ].join('\n')
    expect(await holdersIn('a.test.ts', source)).toEqual({
      holders: [
        { file: 'a.test.ts', title: 'a page', ids: ['M-001', 'F2'] },
        { file: 'a.test.ts', title: 'a page shows %s', ids: ['S9'] },
        { file: 'a.test.ts', title: `a page lists $${'{name}'}`, ids: ['T4'] },
        { file: 'a.test.ts', title: 'a page bears it', ids: ['F5'] },
      ],
      odd: [
        'a.test.ts:5 F3: bears it',
        'a.test.ts:6 is [M-004] marked',
        'a.test.ts:7 is marked [M-4]',
      ],
    })
  })
})
