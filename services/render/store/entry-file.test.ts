import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildEntry } from '../../../tests/support/pages/stored-entry.ts'
import { decodeDescription, decodeEntry, encodeEntry } from './entry-file.ts'
import { fingerprintOf, type StoredEntry } from './stored-entry.ts'

const page = await buildEntry()
const moved = await buildEntry({ status: 301, location: '/articles/b', bodies: {} })
const gone = await buildEntry({ status: 410, text: 'gone' })
const file = Buffer.concat(encodeEntry(page))
const headerLength = file.indexOf('\n') + 1

const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array))
const body = fc.record(
  {
    contentType: fc.string(),
    etag: fc.string(),
    expiresAt: fc.constant('2027-01-01T00:00:00.000Z'),
    // A picture is kept in one form only.
    bytes: fc.record({ br: bytes, gzip: bytes, identity: bytes }, { requiredKeys: ['identity'] }),
  },
  { requiredKeys: ['contentType', 'etag', 'bytes'] },
)
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)
const entry: fc.Arbitrary<StoredEntry> = fc.record({
  path: fc.constantFrom('/', '/a', '/articles/a', '/404.html'),
  status: fc.constantFrom(200, 410),
  revision: fc.nat(),
  bodies: fc.dictionary(name, body, { noNullPrototype: true }),
})

const expiring = (stored: StoredEntry, expiresAt: string): StoredEntry => ({
  ...stored,
  bodies: Object.fromEntries(
    Object.entries(stored.bodies).map(([key, value]) => [key, { ...value, expiresAt }]),
  ),
})

describe('decodeEntry', () => {
  test.each([
    ['a page', page],
    ['a redirect', moved],
    ['a page that is gone', gone],
  ])('returns %s unchanged', (_what, stored) => {
    expect(decodeEntry(Buffer.concat(encodeEntry(stored)))).toEqual(stored)
  })

  test('returns any entry, whatever its bytes and names', () => {
    fc.assert(
      fc.property(entry, (stored) => {
        expect(decodeEntry(Buffer.concat(encodeEntry(stored)))).toEqual(stored)
      }),
    )
  })

  test('returns nothing for a truncated or extended file', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), (length) => {
        expect(decodeEntry(file.subarray(0, length))).toBeUndefined()
      }),
      { examples: [[0], [headerLength - 1], [headerLength], [file.length - 1]] },
    )
    expect(decodeEntry(Buffer.concat([file, Buffer.from(' ')]))).toBeUndefined()
  })

  test('returns nothing, and never another entry, after a bit flip', () => {
    for (let at = 0; at < file.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(file)
        flipped.writeUInt8(file.readUInt8(at) ^ (1 << bit), at)
        expect(decodeEntry(flipped), `bit ${bit} of byte ${at}`).toBeUndefined()
      }
    }
  })

  test('returns nothing for bytes that are no entry', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(decodeEntry(Buffer.from(noise))).toBeUndefined()
      }),
    )
  })
})

describe('decodeDescription', () => {
  test('reads the description of an entry from its header', () => {
    fc.assert(
      fc.property(entry, (stored) => {
        const bytes = Buffer.concat(encodeEntry(stored))
        const header = bytes.subarray(0, bytes.indexOf('\n') + 1)
        expect(decodeDescription(header, bytes.length)).toEqual({
          path: stored.path,
          description: { fingerprint: fingerprintOf(stored), revision: stored.revision },
        })
      }),
    )
  })

  test('returns nothing for half a header or a file of another length', () => {
    const header = file.subarray(0, headerLength)
    expect(decodeDescription(header, file.length)).toBeDefined()
    expect(decodeDescription(header, file.length - 1)).toBeUndefined()
    expect(decodeDescription(header, file.length + 1)).toBeUndefined()
    for (const length of [0, 1, headerLength - 1]) {
      expect(decodeDescription(file.subarray(0, length), file.length)).toBeUndefined()
    }
  })
})

describe('fingerprintOf', () => {
  test('differs exactly for entries that readers can distinguish', async () => {
    const changed = [
      page,
      moved,
      gone,
      await buildEntry({ text: 'another page' }),
      await buildEntry({ status: 410 }),
      await buildEntry({ status: 301, location: '/articles/c', bodies: {} }),
      expiring(page, '2027-01-01T00:00:00.000Z'),
      expiring(page, '2027-01-02T00:00:00.000Z'),
    ]
    expect(new Set(changed.map(fingerprintOf)).size).toBe(changed.length)
    const elsewhere = { ...page, path: '/articles/b', revision: 99 }
    expect(fingerprintOf(elsewhere)).toBe(fingerprintOf(page))
  })
})
