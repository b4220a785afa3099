import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { missingSmallDisk, mountSmallDisk } from '../../tests/support/postgres/small-disk.ts'
import { lockDataDirectory } from './data-lock.ts'

const MODULE = new URL('./data-lock.ts', import.meta.url).href
const HOLD = `
  const { lockDataDirectory } = await import(process.argv[1])
  await lockDataDirectory(process.argv[2]).then(
    () => process.stdout.write('held'),
    (error) => process.stdout.write(error.name),
  )
  setInterval(() => {}, 1000)
`

const test = base.extend<{ directory: string }>({
  directory: async ({}, use) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'finlore-lock-'))
    await use(path.join(directory, 'data'))
    await rm(directory, { recursive: true })
  },
})

function startHolder(directory: string) {
  return spawn(process.execPath, ['--input-type=module', '-e', HOLD, MODULE, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function firstWord(holder: ReturnType<typeof startHolder>): Promise<string> {
  const [chunk] = await once(holder.stdout, 'data')
  return String(chunk)
}

describe('lockDataDirectory', () => {
  test('creates the folder, and leaves nothing in it after release', async ({ directory }) => {
    const lock = await lockDataDirectory(directory)
    expect(readdirSync(directory)).toEqual(['finlore.lock'])

    lock.release()
    lock.release()
    expect(readdirSync(directory)).toEqual([])
  })

  test('names the process that holds the folder', async ({ directory }) => {
    const holder = startHolder(directory)
    try {
      expect(await firstWord(holder)).toBe('held')
      await expect(lockDataDirectory(directory)).rejects.toMatchObject({
        userMessage:
          `DATA_DIR ${directory} is in use by another finlore (process ${holder.pid}). ` +
          'Stop it, or set DATA_DIR to another folder.',
      })
    } finally {
      holder.kill('SIGKILL')
    }
  })

  test('is free once its holder was killed', async ({ directory }) => {
    const holder = startHolder(directory)
    await firstWord(holder)
    holder.kill('SIGKILL')
    await once(holder, 'exit')

    const lock = await lockDataDirectory(directory)
    lock.release()
  })

  test.runIf(process.platform === 'linux')(
    'treats a later process with the same id as another one',
    async ({ directory }) => {
      const file = path.join(directory, 'finlore.lock')
      await lockDataDirectory(directory)
      const claim = readlinkSync(file)
      const [pid, startTicks] = claim.split(' ')
      rmSync(file)
      symlinkSync(`${pid} ${Number(startTicks) - 1}`, file)

      await lockDataDirectory(directory)
      expect(readlinkSync(file)).toBe(claim)
    },
  )

  test('ignores a truncated file of a former version', async ({ directory }) => {
    mkdirSync(directory)
    writeFileSync(path.join(directory, 'finlore.lock'), '')

    const lock = await lockDataDirectory(directory)
    lock.release()
  })

  test('respects the file of a running former version', async ({ directory }) => {
    mkdirSync(directory)
    writeFileSync(path.join(directory, 'finlore.lock'), `${process.pid} -\n`)

    await expect(lockDataDirectory(directory)).rejects.toThrow(`(process ${process.pid})`)
  })

  test.skipIf(missingSmallDisk)('needs no room on the disk [F45]', async () => {
    const disk = mountSmallDisk(1)
    onTestFinished(disk.remove)
    disk.fill()

    const lock = await lockDataDirectory(disk.folder)
    await expect(lockDataDirectory(disk.folder)).rejects.toThrow('in use by another finlore')
    lock.release()
  })

  test('is given to one of many processes that find the same stale file', async ({ directory }) => {
    const lock = await lockDataDirectory(directory)
    lock.release()
    symlinkSync('999999999 1', path.join(directory, 'finlore.lock'))

    const holders = Array.from({ length: 6 }, () => startHolder(directory))
    try {
      const words = await Promise.all(holders.map(firstWord))
      expect(words.toSorted()).toEqual([...Array(5).fill('StartError'), 'held'])
    } finally {
      for (const holder of holders) holder.kill('SIGKILL')
    }
  })

  test('reports that the folder cannot be created', async ({ directory }) => {
    const lock = await lockDataDirectory(directory)
    const file = path.join(directory, 'file')
    writeFileSync(file, '')
    const inside = path.join(file, 'data')

    await expect(lockDataDirectory(inside)).rejects.toMatchObject({
      userMessage: expect.stringContaining('cannot be used'),
    })
    lock.release()
  })
})
