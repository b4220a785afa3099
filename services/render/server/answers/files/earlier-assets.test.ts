import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../store/open-store.ts'
import { createEarlierAssets } from './earlier-assets.ts'

async function keepFiles(files: Record<string, string | Buffer>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-assets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'assets'))
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(path.join(folder, 'assets', name), bytes)
  }
  const kept = path.join(folder, 'store')
  const { assets } = openStore(`file:${kept}`)
  await assets.keep('build1', path.join(folder, 'assets'))
  const asked: string[] = []
  const read = (file: string) => {
    asked.push(file)
    return assets.read(file)
  }
  return { asked, find: createEarlierAssets({ read }), kept: path.join(kept, 'build1') }
}

test('a file of an earlier build is found with its compressed forms, and read once', async () => {
  const { find, asked } = await keepFiles({
    'entry-AAAAAAAA.js': 'code',
    'entry-AAAAAAAA.js.br': 'brotli',
    'entry-AAAAAAAA.js.gz': 'gzip',
  })

  const [file] = await Promise.all([find('entry-AAAAAAAA.js'), find('entry-AAAAAAAA.js')])

  expect(file?.caching).toBe('immutable')
  expect(file?.body.contentType).toBe('text/javascript; charset=utf-8')
  const texts = Object.entries(file?.body.bytes ?? {}).map(([form, bytes]) => [form, String(bytes)])
  expect(Object.fromEntries(texts)).toEqual({ identity: 'code', br: 'brotli', gzip: 'gzip' })
  expect(await find('entry-AAAAAAAA.js')).toBe(file)
  expect(asked).toHaveLength(3)
})

test('a damaged file is not sent as immutable [T24]', async () => {
  const { find, kept } = await keepFiles({
    'entry-AAAAAAAA.js': 'code',
    'font-AAAAAAAA.woff2': 'f',
  })
  await writeFile(path.join(kept, 'assets/entry-AAAAAAAA.js'), 'c0de')
  expect(await find('entry-AAAAAAAA.js')).toBeUndefined()
  expect((await find('font-AAAAAAAA.woff2'))?.caching).toBe('immutable')

  // As an earlier release stored it, without sums to check.
  const former = await keepFiles({ 'entry-AAAAAAAA.js': 'code', 'entry-AAAAAAAA.js.gz': 'gzip' })
  await rm(path.join(former.kept, 'assets-sums.json'))
  expect((await former.find('entry-AAAAAAAA.js'))?.caching).toBe('revalidate')
})

test('a file of no build is missing, and is looked up again', async () => {
  const { find, asked } = await keepFiles({})

  for (const name of ['entry-BBBBBBBB.js', '../mark', 'a/b', '']) {
    expect(await find(name), name).toBeUndefined()
    expect(await find(name), name).toBeUndefined()
  }
  expect(asked).toHaveLength(8)
})

test('files in memory are evicted', async () => {
  const names = ['a', 'b', 'c'].map((name) => `${name}-AAAAAAAA.png`)
  const { find, asked } = await keepFiles(
    Object.fromEntries(names.map((name) => [name, Buffer.alloc(2 * 1024 * 1024 - 100)])),
  )
  for (const name of names) await find(name)
  asked.length = 0

  await find('c-AAAAAAAA.png')
  await find('b-AAAAAAAA.png')
  expect(asked).toEqual([])
  await find('a-AAAAAAAA.png')
  expect(asked).toContain('a-AAAAAAAA.png')
})
