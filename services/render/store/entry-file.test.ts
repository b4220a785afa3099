import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildEntry } from '../../../tests/support/stored-entry.ts'
import { decodeEntry, encodeEntry } from './entry-file.ts'
import type { StoredEntry } from './stored-entry.ts'

const page = await buildEntry()
const moved = await buildEntry({ status: 301, location: '/articles/b', bodies: {} })
const gone = await buildEntry({ status: 410, text: 'gone' })
const file = encodeEntry(page)
const headerLength = file.indexOf('\n') + 1

const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array))
const body = fc.record({
  contentType: fc.string(),
  etag: fc.string(),
  bytes: fc.record({ br: bytes, gzip: bytes, identity: bytes }),
})
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)
const entry: fc.Arbitrary<StoredEntry> = fc.record({
  path: fc.constantFrom('/', '/a', '/articles/a', '/404.html'),
  status: fc.constantFrom(200, 410),
  revision: fc.nat(),
  bodies: fc.dictionary(name, body, { noNullPrototype: true }),
})

describe('decodeEntry', () => {
  test.each([
    ['a page', page],
    ['a redirect', moved],
    ['a page that is gone', gone],
  ])('gives back %s as it was', (_what, stored) => {
    expect(decodeEntry(encodeEntry(stored))).toEqual(stored)
  })

  test('gives back any entry, whatever its bytes and names', () => {
    fc.assert(
      fc.property(entry, (stored) => {
        expect(decodeEntry(encodeEntry(stored))).toEqual(stored)
      }),
    )
  })

  test('gives nothing for a file that was cut short or went on', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), (length) => {
        expect(decodeEntry(file.subarray(0, length))).toBeUndefined()
      }),
      { examples: [[0], [headerLength - 1], [headerLength], [file.length - 1]] },
    )
    expect(decodeEntry(Buffer.concat([file, Buffer.from(' ')]))).toBeUndefined()
  })

  test('gives nothing, and never another entry, when a bit of the header flipped', () => {
    for (let at = 0; at < headerLength; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(file)
        flipped.writeUInt8(file.readUInt8(at) ^ (1 << bit), at)
        expect(decodeEntry(flipped), `bit ${bit} of byte ${at}`).toBeUndefined()
      }
    }
  })

  test('gives nothing for bytes that were never an entry', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(decodeEntry(Buffer.from(noise))).toBeUndefined()
      }),
    )
  })
})
