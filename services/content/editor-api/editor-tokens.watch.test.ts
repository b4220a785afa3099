import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { watchTokens } from './editor-tokens.ts'

const OLD = 'anna:the-former-token-of-anna'
const NEW = 'anna:another-token-of-anna'

const test = base.extend('kept', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-editors-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'tokens')
  const clock = { ms: 0 }
  const said: string[] = []
  const say = (_fields: object, message: string) => void said.push(message)
  const log = { info: say, warn: say }
  const editors = watchTokens({ tokens: OLD, file, log, now: () => clock.ms })
  return {
    file,
    said,
    write: (text: string | Buffer) => writeFile(file, text),
    /** Which tokens are accepted, one second after the previous call. */
    async letIn() {
      clock.ms += 1_000
      const find = await editors()
      return [OLD, NEW].map((entry) => find(`Bearer ${entry.slice('anna:'.length)}`))
    },
    async letInAtOnce() {
      const find = await editors()
      return [OLD, NEW].map((entry) => find(`Bearer ${entry.slice('anna:'.length)}`))
    },
  }
})

describe('a file of tokens that changes while the service runs', () => {
  test('accepts the tokens that it lists now', async ({ kept }) => {
    await kept.write(`${OLD}\n${NEW}\n`)
    expect(await kept.letIn()).toEqual(['anna', 'anna'])

    await kept.write(NEW)
    expect(await kept.letInAtOnce()).toEqual(['anna', 'anna'])
    expect(await kept.letIn()).toEqual([undefined, 'anna'])
    expect(kept.said).toEqual(Array(2).fill('the editor tokens have changed'))
  })

  test('logs nothing when a line break is added at its end', async ({ kept }) => {
    await kept.write(`${OLD}\n`)
    expect(await kept.letIn()).toEqual(['anna', undefined])
    expect(kept.said).toEqual([])
  })

  test('keeps the former tokens while it is missing or wrong, and logs it once', async ({
    kept,
  }) => {
    for (const wrong of ['', 'short', Buffer.alloc(65 * 1024, 'a')]) {
      await kept.write(wrong)
      expect(await kept.letIn()).toEqual(['anna', undefined])
      expect(await kept.letIn()).toEqual(['anna', undefined])
    }
    await rm(kept.file)
    expect(await kept.letIn()).toEqual(['anna', undefined])
    expect(kept.said).toEqual(Array(4).fill('the previous editor tokens stay valid'))

    await kept.write(NEW)
    expect(await kept.letIn()).toEqual([undefined, 'anna'])
  })
})
