import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from 'vitest'
import { claimFolder } from './claim-folder.ts'

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-claim-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'drafts'))
  return folder
})

const { signal } = new AbortController()
const claimOf = (folder: string, owner: string) =>
  writeFile(path.join(folder, 'drafts/.writing'), owner)
const never = (reason: string) => expect.unreachable(reason)

test('a folder can be claimed, and again after its release', async ({ folder }) => {
  const release = await claimFolder(folder, { signal, onWait: never })
  expect(await readdir(path.join(folder, 'drafts'))).toEqual(['.writing'])
  await release?.()
  expect(await readdir(path.join(folder, 'drafts'))).toEqual([])
})

test('waits for another run, and names it once', async ({ folder }) => {
  await claimOf(folder, `${hostname()} ${process.ppid}`)
  const reasons: string[] = []
  const release = await claimFolder(folder, {
    signal,
    onWait: (reason) => {
      reasons.push(reason)
      setTimeout(() => rm(path.join(folder, 'drafts/.writing')), 300)
    },
  })
  expect(release).toBeTypeOf('function')
  expect(reasons).toEqual([expect.stringContaining(`process ${process.ppid} on ${hostname()}`)])
})

test('does not wait for a run that was killed', async ({ folder }) => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  await claimOf(folder, `${hostname()} ${pid}`)
  expect(await claimFolder(folder, { signal, onWait: never })).toBeTypeOf('function')
})

test('waits for a run on another machine, whose end is unknown, until the command is stopped', async ({
  folder,
}) => {
  await claimOf(folder, 'elsewhere 1')
  const stop = new AbortController()
  const release = await claimFolder(folder, {
    signal: stop.signal,
    onWait: (reason) => {
      expect(reason).toContain(path.join(folder, 'drafts/.writing'))
      stop.abort()
    },
  })
  expect(release).toBeUndefined()
  expect(await readdir(path.join(folder, 'drafts'))).toEqual(['.writing'])
})
