import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodeBody } from '../../store/encode-body.ts'
import { encodePlain } from '../../store/later-forms.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { type CopyFile, copyFiles } from './copy-files.ts'

const AS = { savedAt: new Date('2026-11-23T04:28:33Z'), locale: 'en_US' } as const
const LONG = `<body>${'word '.repeat(200)}`

async function filesOf(path: string, more: Partial<StoredEntry> = {}): Promise<CopyFile[]> {
  const bodies = {
    html: await encodeBody(LONG, 'text/html; charset=utf-8'),
    data: await encodeBody('{}', 'application/json'),
  }
  return copyFiles({ path, status: 200, revision: 1, bodies, ...more }, AS)
}

describe('the files of an entry in the copy', () => {
  test('are its page with the notice of its time, its data, and their gzip forms', async () => {
    const files = await filesOf('/articles/a')
    const names = ['index.html', 'index.html.gz'].map((name) => `public/articles/a/${name}`)
    expect(files.map(({ name }) => name)).toEqual([
      ...names,
      'public/page-data/articles/a/page-data.json',
    ])
    const [html, packed] = files.map((file) => ('bytes' in file ? file.bytes : Buffer.of()))
    expect(html?.toString()).toMatch(/^<body>\n<aside class="saved-copy">Saved copy of .*word $/s)
    expect(gunzipSync(packed ?? '').equals(html ?? Buffer.of())).toBe(true)
  })

  test('are the same for a page that is stored without compressed forms', async () => {
    const bodies = {
      html: await encodePlain(LONG, 'text/html; charset=utf-8'),
      data: await encodePlain('{}', 'application/json'),
    }
    expect(await filesOf('/articles/a', { bodies })).toEqual(await filesOf('/articles/a'))
  })

  test('are in a separate folder for a withdrawn article', async () => {
    const files = await filesOf('/articles/a', { status: 410 })
    expect(files.map(({ name }) => name)).toEqual([
      'gone/articles/a/index.html',
      'gone/articles/a/index.html.gz',
    ])
  })

  test.each([
    ['/articles/a', '/articles/b', 'moved/articles/a/301', '../../../public/articles/b'],
    ['/a', '/', 'moved/a/301', '../../public'],
  ])('are a link for the redirect from %s to %s', async (path, location, name, target) => {
    expect(await filesOf(path, { status: 301, location, bodies: {} })).toEqual([{ name, target }])
  })

  test('distinguish the forms of a feed by extension', async () => {
    const atom = await encodeBody('<feed/>', 'application/atom+xml; charset=utf-8')
    const rss = await encodeBody('<rss/>', 'application/rss+xml; charset=utf-8')
    const feed = await encodeBody('{}', 'application/feed+json; charset=utf-8')
    const files = await filesOf('/a/feed.atom', { bodies: { atom, rss, feed } })
    expect(files.map(({ name }) => name)).toEqual([
      ...['public/a/feed.atom', 'public/a/feed.rss', 'public/a/feed.json.feed'],
    ])
  })

  test.each(['/../up', '/A', '/a b', '/a/'])('are refused for %j', async (path) => {
    await expect(filesOf(path)).rejects.toThrow('cannot be the name of a file')
    const moved = { status: 301, bodies: {} } as const
    await expect(filesOf(path, { ...moved, location: '/a' })).rejects.toThrow('cannot be')
    await expect(filesOf('/a', { ...moved, location: path })).rejects.toThrow('cannot be')
  })
})
