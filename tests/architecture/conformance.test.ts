import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NUMBERS = 79

test('every conformance test of the runtime is where its table says', async () => {
  const table = await readFile(path.join(ROOT, 'tests/conformance.md'), 'utf8')
  const rows = [...table.matchAll(/^\| (\d+) \| (\S+) \| (.+?) \|/gm)]
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: NUMBERS }, (_, index) => index + 1),
  )
  for (const [, number, file = '', words = ''] of rows) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    expect(source.includes(words), `${number}: “${words}” in ${file}`).toBe(true)
  }
})
