import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeIcons } from './icons.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../web/public')
const icons = await makeIcons(FOLDER)

/** Everything before the data, and the decompressed data: machines compress it differently. */
function unpack(bytes: Buffer) {
  const at = bytes.indexOf('IDAT')
  const size = bytes.readUInt32BE(at - 4)
  return {
    before: bytes.subarray(0, at - 4).toString('hex'),
    data: inflateSync(bytes.subarray(at + 4, at + 4 + size)).toString('hex'),
  }
}

test.each(icons)('$name is what deploy/make-icons.ts makes', async ({ name, bytes }) => {
  const committed = unpack(await readFile(path.join(FOLDER, name)))
  const made = unpack(bytes)
  // An ICO file contains the length of the compressed data.
  if (!name.endsWith('.ico')) expect(committed.before).toBe(made.before)
  expect(committed.data).toBe(made.data)
})

test.each([
  ['apple-touch-icon.png', 180],
  ['icons/icon-192.png', 192],
  ['icons/icon-512.png', 512],
  ['icons/maskable-512.png', 512],
])('%s is %i pixels wide and high', (name, size) => {
  const bytes = icons.find((icon) => icon.name === name)?.bytes ?? Buffer.alloc(24)
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size])
})
