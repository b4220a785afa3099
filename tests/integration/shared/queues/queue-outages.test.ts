import { Redis } from 'ioredis'
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
import { missingRedis } from '../../../support/servers/redis-server.ts'

const SOON = { timeout: 10_000, interval: 20 }
/** A producer must not delay its caller. */
const QUICKLY_MS = 3_500

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

for (const backend of BACKENDS) {
  describe.skipIf(missing(backend))(testTitle('rebuild queues', backend), () => {
    let home: QueueHome
    beforeAll(async () => {
      home = await openQueueHome(backend)
    })
    afterAll(() => home.close())

    test('whose server is down at first refuse quickly and start by themselves', async () => {
      const { link, connection } = await home.linked()
      await link.cut()
      const queues = openQueues(connection)
      const made: string[] = []
      queues.work(handlers((path) => void made.push(path)))

      const refusing = await elapsed(async () => {
        await expect(queues.requestPages('edits', ['/early'])).rejects.toThrow()
        await expect(queues.requestBulk([0, 1])).rejects.toThrow()
        await expect(queues.countJobs()).rejects.toThrow()
      })
      expect(refusing).toBeLessThan(3 * QUICKLY_MS)
      await link.mend()

      await expect
        .poll(() => queues.requestPages('edits', ['/late']).then(() => 'asked'), SOON)
        .toBe('asked')
      await expect.poll(() => made, SOON).toContain('/late')
    })

    test('whose server stops refuse quickly and continue when it is back', async () => {
      const { link, connection } = await home.linked()
      const queues = openQueues(connection)
      const goOn = Promise.withResolvers<void>()
      const made: string[] = []
      queues.work(
        handlers(async (path) => {
          made.push(path)
          if (path === '/under-way') await goOn.promise
        }),
      )
      await queues.requestPages('edits', ['/before', '/under-way'])
      await expect.poll(() => made, SOON).toContain('/under-way')

      await link.cut()
      const refusing = await elapsed(async () => {
        await expect(queues.requestPages('edits', ['/during'])).rejects.toThrow()
        await expect(queues.requestPages('knock-ons', ['/a', '/b'])).rejects.toThrow()
      })
      expect(refusing).toBeLessThan(2 * QUICKLY_MS)
      goOn.resolve()
      await link.mend()

      const askedAgain = () =>
        queues.requestPages('edits', ['/after', '/under-way']).then(
          () => 'asked',
          () => 'refused',
        )
      await expect.poll(askedAgain, SOON).toBe('asked')
      // The one that ended without a report does not stand in its own way.
      await expect
        .poll(() => made.filter((path) => path === '/under-way').length, {
          ...SOON,
          timeout: 20_000,
        })
        .toBeGreaterThan(1)
      expect(made).toContain('/after')
    })

    test('close within seconds while their server is down', async () => {
      const { link, connection } = await home.linked()
      const queues = openQueues(connection)
      const made: string[] = []
      queues.work(handlers((path) => void made.push(path)))
      await queues.requestPages('edits', ['/before'])
      await expect.poll(() => made, SOON).toEqual(['/before'])
      await link.cut()

      expect(await elapsed(() => queues.close())).toBeLessThan(7_000)
    })

    test('that never reached their server close quickly', async () => {
      const { link, connection } = await home.linked()
      await link.cut()
      const queues = openQueues(connection)
      queues.work(handlers(() => {}))

      expect(await elapsed(() => queues.close())).toBeLessThan(3_000)
    })
  })
}

describe.skipIf(missingRedis)(['a wiped Redis', missingRedis].filter(Boolean).join(': '), () => {
  let home: QueueHome
  beforeAll(async () => {
    home = await openQueueHome('Redis')
  })
  afterAll(() => home.close())

  test('accepts new requests at once, also for jobs that were running or waiting [P8, F8]', async () => {
    const queues = openQueues(home.connection)
    const began = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const made: string[] = []
    queues.work(
      handlers(async (path) => {
        made.push(path)
        if (path !== '/running' || made.length > 1) return
        began.resolve()
        await goOn.promise
      }),
    )
    await queues.requestPages('edits', ['/running'])
    await began.promise
    await queues.requestPages('edits', ['/running'])
    const waiting = openQueues(home.connection, newBuild())
    await waiting.requestPages('edits', ['/waiting'])

    await wipe(home)
    goOn.resolve()
    await queues.requestPages('edits', ['/new', '/running'])
    await waiting.requestPages('edits', ['/waiting'])
    waiting.work(handlers((path) => void made.push(path)))

    await expect
      .poll(() => [...made].sort(), SOON)
      .toEqual(['/new', '/running', '/running', '/waiting'])
  })

  test('that crashes has its jobs when it is back [F7]', async () => {
    const queues = openQueues(home.connection)
    await queues.requestPages('edits', ['/one', '/two'])

    await home.redis?.restart()
    const made: string[] = []
    queues.work(handlers((path) => void made.push(path)))

    await expect.poll(() => made.sort(), SOON).toEqual(['/one', '/two'])
  })
})

async function wipe({ connection }: QueueHome): Promise<void> {
  const client = new Redis(connection.redisUrl ?? '')
  onTestFinished(() => client.disconnect())
  await client.flushall()
}
