import { expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

async function split(...chunks: string[]): Promise<string[]> {
  const lines: string[] = []
  const source = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1')
  })()
  for await (const line of splitLines(source)) lines.push(line.toString('latin1'))
  return lines
}

test('lines are the same however the bytes are chunked', async () => {
  const text = 'one\n\ntwo \u00e2\u0080\u00a8 words\nlast'
  const lines = ['one\n', '\n', 'two \u00e2\u0080\u00a8 words\n', 'last']
  expect(await split(text)).toEqual(lines)
  expect(await split(...text)).toEqual(lines)
  expect(await split('one\n', '\n', text.slice(5))).toEqual(lines)
  expect(await split()).toEqual([])
})

test('bytes without a line break are buffered up to a limit', async () => {
  const megabyte = 'x'.repeat(1024 * 1024)
  await expect(split(...Array.from({ length: 70 }, () => megabyte))).rejects.toThrow('too long')
})
