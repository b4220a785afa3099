import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base, describe, expect } from 'vitest'

/** A small repository of its own, around a copy of the file that is tested. */
const test = base.extend('repository', async ({}, { onCleanup }) => {
  const root = await mkdtemp(path.join(tmpdir(), 'finlore-hash-'))
  onCleanup(() => rm(root, { recursive: true, force: true }))
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  const remove = (file: string) => rm(path.join(root, file))
  const copy = path.join(root, 'services/shared/web-build.ts')
  await cp(path.join(import.meta.dirname, 'web-build.ts'), copy)
  await write('web/src/pages/Page.tsx', 'a page')
  await write('web/src/styles/shell.css', 'a style')
  await write('web/public/logo.svg', 'a picture')
  await write('web/vite.config.ts', 'a configuration')
  await write('deploy/build-web.ts', 'a build')
  await write('services/render/server/app.ts', 'a service')
  await write('package-lock.json', '{}')
  await write('content/site.yaml', 'a title')
  const { hashCode }: { hashCode(): Promise<string> } = await import(pathToFileURL(copy).href)
  return { write, remove, hashCode }
})

describe('hashCode', () => {
  test('is the same for the same code', async ({ repository: { hashCode, write } }) => {
    const hash = await hashCode()

    expect(hash).toMatch(/^[0-9a-f]{20}$/)
    await write('web/src/pages/Page.tsx', 'a page')
    expect(await hashCode()).toBe(hash)
  })

  test.for([
    'web/src/pages/Page.tsx',
    'web/src/styles/shell.css',
    'web/src/new.ts',
    'web/public/logo.svg',
    'web/vite.config.ts',
    'deploy/build-web.ts',
    'services/render/server/app.ts',
    'services/render/files/export/site.conf.template',
    'package-lock.json',
  ])('changes with %s', async (file, { repository: { hashCode, write } }) => {
    const hash = await hashCode()
    await write(file, 'something else')
    expect(await hashCode()).not.toBe(hash)
  })

  test.for([
    'content/site.yaml',
    'content/articles/en_US/a.md',
    'services/render/app.test.ts',
    'web/src/pages/Page.test.tsx',
    'services/README.md',
    'tests/support/a.ts',
    'web/dist/build.json',
  ])('does not change with %s [C78]', async (file, { repository: { hashCode, write } }) => {
    const hash = await hashCode()
    await write(file, 'something else')
    expect(await hashCode()).toBe(hash)
  })

  test('depends on where one file ends and the next begins', async ({ repository }) => {
    const { hashCode, write, remove } = repository
    await write('web/src/a.ts', 'one')
    await write('web/src/b.ts', 'two')
    const hash = await hashCode()
    await write('web/src/a.ts', 'onetwo')
    await write('web/src/b.ts', '')
    expect(await hashCode()).not.toBe(hash)

    await write('web/src/a.ts', 'one')
    await write('web/src/c.ts', 'two')
    await remove('web/src/b.ts')
    expect(await hashCode()).not.toBe(hash)
  })
})
