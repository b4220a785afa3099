import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entryKey } from '../../store/entry-key.ts'
import { type CopyFolder, diskBytes, openCopyFolder, PAGES } from './copy-folder.ts'
import { createCopyRoom } from './copy-room.ts'

const AT = new Date('2026-11-27T12:00:00Z')
/** One block of text, and three of what is beside it. */
const PAGE_BYTES = 4 * 4096
const HOT = ['/hot-1', '/hot-2', '/hot-3']
/** No page, and wanted whatever is read. */
const SHARED = '/sitemap.xml'

let home: string
let folder: CopyFolder

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
  folder = openCopyFolder(home)
})
afterEach(() => rm(home, { recursive: true }))

const filesOf = (page: string) => [{ name: `public${page}/index.html`, bytes: Buffer.from(page) }]

async function save(page: string, room: ReturnType<typeof createCopyRoom>) {
  const key = PAGES + entryKey(page)
  const write = () => folder.save(key, { build: 'b', stamp: 1 }, filesOf(page), AT)
  return room.isOpen(page) && room.save(page, diskBytes(filesOf(page)), write)
}
function roomOf(bytes: number, mostRead: readonly string[]) {
  const room = createCopyRoom(folder, bytes)
  room.begin(mostRead)
  return room
}
const has = async (page: string) => (await folder.find(PAGES + entryKey(page))) !== undefined

describe('a copy of limited size', () => {
  test('counts what its items take of the disk, in whole blocks', async () => {
    expect(diskBytes([])).toBe(3 * 4096)
    expect(diskBytes([{ name: 'a', bytes: Buffer.alloc(4096) }])).toBe(4 * 4096)
    expect(diskBytes([{ name: 'a', bytes: Buffer.alloc(4097) }])).toBe(5 * 4096)
    const room = roomOf(10 * PAGE_BYTES, [])
    await save('/a', room)
    await save('/b', room)
    expect(folder.usedBytes().pages).toBe(2 * PAGE_BYTES)
    await folder.drop(PAGES + entryKey('/a'))
    expect(folder.usedBytes().pages).toBe(PAGE_BYTES)

    const again = openCopyFolder(home)
    expect(again.usedBytes().pages).toBe(0)
    await again.measure()
    expect(again.usedBytes().pages).toBe(PAGE_BYTES)
  })

  test('keeps a tenth of its room for the most read pages', async () => {
    const room = roomOf(10 * PAGE_BYTES, HOT)
    const others = Array.from({ length: 10 }, (_, at) => `/other-${at}`)
    const saved: boolean[] = []
    for (const page of others) saved.push(await save(page, room))
    expect(saved).toEqual([...Array(9).fill(true), false])
    expect(room.refused).toBe(1)

    expect([await save('/hot-1', room), await save('/hot-2', room)]).toEqual([true, false])
    expect(folder.usedBytes().pages).toBe(10 * PAGE_BYTES)
  })

  test('counts what is being saved at the same time', async () => {
    const room = roomOf(10 * PAGE_BYTES, [])
    const pages = Array.from({ length: 20 }, (_, at) => `/other-${at}`)
    const saved = await Promise.all(pages.map((page) => save(page, room)))
    expect(saved.filter(Boolean)).toHaveLength(9)
  })

  test('removes others where the most read have no room, and nothing before', async () => {
    const room = roomOf(10 * PAGE_BYTES, HOT)
    const others = Array.from({ length: 9 }, (_, at) => `/other-${at}`)
    for (const page of others) await save(page, room)
    expect(await room.clear()).toBe(false)

    for (const page of HOT) await save(page, room)
    expect(await room.clear()).toBe(true)
    expect(folder.usedBytes().pages).toBe(8 * PAGE_BYTES)
    // Until they are there, others do not take what was cleared.
    room.begin(HOT)
    expect(await save('/other-20', room)).toBe(false)
    for (const page of HOT.slice(1)) expect(await save(page, room)).toBe(true)
    expect(await Promise.all(HOT.map(has))).toEqual([true, true, true])
    room.begin(HOT)
    await folder.drop(PAGES + entryKey('/hot-3'))
    await folder.drop(PAGES + entryKey('/hot-2'))
    expect(await save('/other-20', room)).toBe(true)
  })

  test('gives up the least read pages where the room was made smaller', async () => {
    const large = roomOf(10 * PAGE_BYTES, HOT)
    for (const page of [...HOT, SHARED, '/other']) await save(page, large)
    const small = roomOf(3 * PAGE_BYTES, HOT)
    expect(await small.clear()).toBe(true)
    expect(await Promise.all(['/other', ...HOT, SHARED].map(has))).toEqual([
      ...[false, true, false, false, true],
    ])
  })
})
