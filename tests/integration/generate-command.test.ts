import path from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutOff, inTurn, refused, streamed, whole } from '../support/chat-server.ts'
import { BOND, draftsIn, GOOD, KEY, prepareGenerate } from '../support/prepare-generate.ts'
import {
  BACKENDS,
  missing,
  openQueueHome,
  type QueueHome,
  titleOf,
} from '../support/queue-backends.ts'
import { runContent, startContent } from '../support/run-content.ts'
import { buildAnswer, byTitle, titleAskedFor } from '../support/written-articles.ts'

const SOON = { timeout: 20_000, interval: 20 }

for (const backend of BACKENDS) {
  describe.skipIf(missing(backend))(titleOf('generate', backend), { timeout: 60_000 }, () => {
    let home: QueueHome
    let connection: Record<string, string>
    beforeAll(async () => {
      home = await openQueueHome(backend)
      const { databaseUrl, redisUrl } = home.connection
      connection = redisUrl ? { REDIS_URL: redisUrl } : { DATABASE_URL: databaseUrl }
    })
    afterAll(() => home.close())

    /** Everything that the queue has kept, as text. */
    async function queued(): Promise<string> {
      const { databaseUrl, redisUrl } = home.connection
      if (redisUrl) {
        const client = new Redis(redisUrl)
        const hashes: unknown[] = []
        for (const key of await client.keys('*drafts-*')) {
          if ((await client.type(key)) === 'hash') hashes.push(await client.hgetall(key))
        }
        await client.quit()
        return JSON.stringify(hashes)
      }
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const { rows } = await client.query('select to_jsonb(job) from bullmq.job')
      await client.end()
      return JSON.stringify(rows)
    }

    test('writes drafts through all that goes wrong on the way', async () => {
      const { content, chat, env } = await prepareGenerate(
        byTitle({
          Busy: inTurn(refused(429, 'slow down', { 'retry-after': '1' }), GOOD),
          Broken: inTurn(refused(500, `oops ${KEY}`), GOOD),
          'Cut off': inTurn(cutOff(buildAnswer()), whole(buildAnswer())),
          Misread: inTurn(streamed('Here is your article! # Bonds'), GOOD),
        }),
        connection,
      )
      await content.write('titles.txt', '# four\nBusy\nBroken\n\nCut off\nMisread\n')

      const titles = path.join(content.folder, 'titles.txt')
      const args = [
        '--titles',
        titles,
        '--category',
        'expert-advice',
        '--author',
        'Eleanor Whitcombe',
      ]
      const { exitCode, stdout, stderr } = await runContent(['generate', ...args], env)

      expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 })
      const names = ['broken.md', 'busy.md', 'cut-off.md', 'misread.md']
      expect(await draftsIn(content)).toEqual(names)
      expect(stdout).toContain('"Busy" is drafted in drafts/en_US/busy.md')
      expect(stderr).toMatch(/^4 of 4: /m)
      // Two for each title: what went wrong, and what did not.
      expect(chat.requests.map(titleAskedFor).sort()).toEqual(
        ['Broken', 'Busy', 'Cut off', 'Misread'].flatMap((title) => [title, title]),
      )
      for (const text of [stdout, stderr, await queued()]) {
        expect(text).not.toContain(KEY)
        expect(text.length).toBeGreaterThan(10)
      }

      const repair = chat.requests.filter((request) => titleAskedFor(request) === 'Misread')[1]
      expect(repair?.body.messages?.map(({ role }) => role)).toEqual([
        ...['system', 'user', 'assistant', 'user'],
      ])
      expect(repair?.body.messages?.at(-1)?.content).toContain('must begin with front matter')
    })

    test('makes no two drafts of a title that is asked for twice at once', async () => {
      const { content, chat, env } = await prepareGenerate(GOOD, connection)
      const both = await Promise.all([
        runContent(['generate', ...BOND], env),
        runContent(['generate', ...BOND], env),
      ])

      expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0])
      expect(await draftsIn(content)).toEqual(['what-a-bond-pays.md'])
      expect(chat.requests).toHaveLength(1)
    })

    test('stops at a wrong key without asking again, and goes on with the right one', async () => {
      const wrong = refused(401, `Incorrect key ${KEY}`)
      const { content, chat, env } = await prepareGenerate(wrong, connection)
      await content.write(
        'titles.txt',
        Array.from('abcdef', (letter) => `Bond ${letter}`).join('\n'),
      )
      const args = ['--titles', path.join(content.folder, 'titles.txt'), ...BOND.slice(2)]

      const { exitCode, stdout, stderr } = await runContent(['generate', ...args], env)

      expect(exitCode).toBe(1)
      expect(stdout).toMatch(/answers 401: Incorrect key …\. Look at LLM_KEY\./)
      expect(stdout).toContain('6 of 6 left in the queue')
      expect(stdout + stderr).not.toContain(KEY)
      // Not more than are asked for at once.
      expect(chat.requests.length).toBeLessThanOrEqual(2)

      chat.answer(GOOD)
      const other = await runContent(['generate', '--title', 'Another', ...BOND.slice(2)], env)
      expect(other.exitCode).toBe(1)
      expect(other.stderr).toContain('6 other titles are in the queue, such as "Bond a"')
      const resumed = await runContent(['generate', '--resume'], env)
      expect(resumed.exitCode).toBe(0)
      expect(await draftsIn(content)).toHaveLength(6)
    })

    test.each(['SIGINT', 'SIGKILL'] as const)('loses no title by %s', async (signal) => {
      const { content, chat, env } = await prepareGenerate(() => {}, connection)
      await content.write('titles.txt', 'One\nTwo\nThree\n')
      const titles = path.join(content.folder, 'titles.txt')
      const run = startContent(['generate', '--titles', titles, '--category', 'expert-advice'], env)
      await expect.poll(() => chat.requests.length, SOON).toBe(2)

      run.kill(signal)
      expect(await run.ended).toBe(signal === 'SIGINT' ? 130 : null)
      if (signal === 'SIGINT') {
        expect(run.stdout()).toContain(
          '3 of 3 left in the queue. Go on with: npm run content -- generate --resume',
        )
      }
      expect(await draftsIn(content)).toEqual([])
      chat.answer(GOOD)
      const resumed = await runContent(['generate', '--resume'], env)

      expect({ ...resumed }).toMatchObject({ exitCode: 0 })
      expect(await draftsIn(content)).toEqual(['one.md', 'three.md', 'two.md'])
      expect((await runContent(['generate', '--resume'], env)).stdout).toBe(
        'Nothing is left in the queue.\n',
      )
    })
  })
}
