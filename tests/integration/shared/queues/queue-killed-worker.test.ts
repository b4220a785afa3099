import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  BACKENDS,
  handlers,
  missing,
  newBuild,
  openQueueHome,
  openQueues,
  type QueueHome,
  testTitle,
} from '../../../support/servers/queue-backends.ts'

const HOLD_JOB = path.resolve(import.meta.dirname, '../../../support/site/hold-job.ts')

describe.concurrent('a worker that is killed', () => {
  for (const backend of BACKENDS) {
    describe.skipIf(missing(backend))(testTitle('with its jobs', backend), () => {
      let home: QueueHome
      beforeAll(async () => {
        home = await openQueueHome(backend)
      })
      afterAll(() => home.close())

      test('leaves its jobs to another one within seconds [F17]', { timeout: 40_000 }, async () => {
        const build = newBuild()
        const { databaseUrl, redisUrl = '' } = home.connection
        const queues = openQueues(home.connection, build)
        const child = spawn(process.execPath, [HOLD_JOB, databaseUrl, redisUrl, build], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        onTestFinished(() => void child.kill('SIGKILL'))
        await queues.requestPages('edits', ['/left'])
        await once(child.stdout, 'data')
        const made: string[] = []
        queues.work(handlers((page) => void made.push(page)))

        child.kill('SIGKILL')
        const killedAt = performance.now()

        await expect.poll(() => made, { timeout: 25_000, interval: 50 }).toEqual(['/left'])
        expect(performance.now() - killedAt).toBeLessThan(18_000)
      })
    })
  }
})
