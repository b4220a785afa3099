import { describe, expect, test } from 'vitest'
import { encodeBody } from '../store/encode-body.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { entryFiles } from './entry-files.ts'

const LONG = 'word '.repeat(200)

async function entry(path: string, more: Partial<StoredEntry> = {}): Promise<StoredEntry> {
  const bodies = {
    html: await encodeBody(`<p>${LONG}`, 'text/html'),
    data: await encodeBody('{}', 'application/json'),
  }
  return { path, status: 200, revision: 1, bodies, ...more }
}

const namesOf = async (...given: Parameters<typeof entry>) =>
  entryFiles(await entry(...given)).map(({ name }) => name)

describe('the files of an entry', () => {
  test('are a page and its data, named by their addresses', async () => {
    expect(await namesOf('/articles/a')).toEqual([
      'public/articles/a/index.html',
      'public/articles/a/index.html.br',
      'public/articles/a/index.html.gz',
      'public/page-data/articles/a/page-data.json',
    ])
    expect(await namesOf('/')).toContain('public/index.html')
    expect(await namesOf('/')).toContain('public/page-data/index/page-data.json')
  })

  test('have a compressed form only where it is smaller', async () => {
    const data = await encodeBody(JSON.stringify(LONG), 'application/json')
    const { bodies } = await entry('/a')
    expect(await namesOf('/a', { bodies: { ...bodies, data } })).toContain(
      'public/page-data/a/page-data.json.gz',
    )
    expect(await namesOf('/a')).not.toContain('public/page-data/a/page-data.json.gz')
  })

  test('are outside the document root for a withdrawn article', async () => {
    expect(await namesOf('/articles/a', { status: 410 })).toEqual([
      'gone/articles/a/index.html',
      'gone/articles/a/index.html.br',
      'gone/articles/a/index.html.gz',
    ])
  })

  test('are one redirect for a moved page', async () => {
    const moved = await entry('/articles/a', { status: 301, location: '/b', bodies: {} })
    const [file, ...others] = entryFiles(moved)
    expect(file?.name).toBe('public/articles/a/index.html')
    expect(file?.bytes.toString()).toContain('<meta http-equiv="refresh" content="0; url=/b">')
    expect(others).toEqual([])
  })

  test.each(['/../up', '/a//b', '/A', '/a/', '/a.b', '/a b', '/'.repeat(9)])(
    'are refused for a page at %s, which is no allowed file name',
    async (path) => {
      await expect(namesOf(path)).rejects.toThrow('cannot be the name of a file')
    },
  )
})
