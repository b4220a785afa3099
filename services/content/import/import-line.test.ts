import { expect, test } from 'vitest'
import { createImportLine } from './import-line.ts'

function collect(isTTY: boolean) {
  const written: string[] = []
  return { written, output: { isTTY, write: (text: string) => written.push(text) } }
}

test('a large import has a progress line, which is removed at its end', () => {
  const { written, output } = collect(true)
  const show = createImportLine(output)
  show(100, 1_000)
  show(1_000, 1_000)

  expect(written).toEqual(['\rimporting [###...........................] 100 of 1000', '\r\x1b[K'])
})

test.each([
  ['a small import', true, 81],
  ['an import without a terminal', false, 1_000],
])('%s has none', (_name, isTTY, all) => {
  const { written, output } = collect(isTTY)
  createImportLine(output)(1, all)
  expect(written).toEqual([])
})
