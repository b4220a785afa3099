import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { buildEntry } from '../../../tests/support/pages/stored-entry.ts'
import { measureStore } from './measure-store.ts'
import { openStore } from './open-store.ts'

test('reads and writes are timed, failures are counted, and results are unchanged', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-measured-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const registry = new Registry()
  const numberOf = async (name: string, operation: string) =>
    Number(
      new RegExp(`^${name}\\{operation="${operation}"\\} (\\S+)$`, 'm').exec(
        await registry.metrics(),
      )?.[1],
    )
  const timed = (operation: string) =>
    numberOf('finlore_page_store_duration_seconds_count', operation)
  const failed = (operation: string) => numberOf('finlore_page_store_errors_total', operation)
  const store = measureStore(openStore(`file:${path.join(folder, 'pages')}`), registry)
  const pages = store.pages('build1')

  await pages.write(await buildEntry())
  expect((await pages.read('/articles/a'))?.entry.revision).toBe(7)
  expect(await pages.read('/articles/b')).toBeUndefined()
  expect([await timed('write'), await timed('read'), await failed('read')]).toEqual([1, 2, 0])

  // A file where a folder should be: nothing can be written below it.
  await writeFile(path.join(folder, 'file'), '')
  const broken = openStore(`file:${path.join(folder, 'file')}`)
  const brokenRegistry = new Registry()
  const brokenPages = measureStore(broken, brokenRegistry).pages('build1')
  await expect(brokenPages.write(await buildEntry())).rejects.toThrow(/ENOTDIR|EEXIST/)
  const shown = await brokenRegistry.metrics()
  expect(shown).toContain('finlore_page_store_errors_total{operation="write"} 1')
  expect(shown).toContain('finlore_page_store_duration_seconds_count{operation="write"} 1')
})
