import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const SOON = { timeout: 8_000, interval: 10 }

for (const backend of BACKENDS) {
  describe.skipIf(missing(backend))(testTitle('the rebuild queues', backend), () => {
    let home: QueueHome
    beforeAll(async () => {
      home = await openQueueHome(backend)
    })
    afterAll(() => home.close())

    test('deliver pages and slots to their handlers, each from its lane', async () => {
      const queues = openQueues(home.connection)
      const made: string[] = []
      queues.work(
        handlers(
          (path, lane) => void made.push(`${lane} ${path}`),
          async ({ slot }, report) => {
            await report(50)
            made.push(`bulk ${slot}`)
          },
        ),
      )

      await queues.requestPages('edits', ['/one', '/two', '/one'])
      await queues.requestPages('knock-ons', ['/three'])
      await queues.requestPages('knock-ons', [])
      await queues.requestBulk([0, 1])

      const expected = ['bulk 0', 'bulk 1', 'edits /one', 'edits /two', 'knock-ons /three']
      await expect.poll(() => [...new Set(made)].sort(), SOON).toEqual(expected)
      expect(queues.failures).toEqual([])
    })

    test('do not lose a request that arrives while the page is rendered', async () => {
      const queues = openQueues(home.connection)
      const began = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      let makings = 0
      queues.work(
        handlers(async () => {
          makings += 1
          began.resolve()
          await goOn.promise
        }),
      )
      await queues.requestPages('edits', ['/often'])
      await began.promise

      await queues.requestPages('edits', ['/often'])
      await queues.requestPages('edits', ['/often', '/often'])
      goOn.resolve()

      await expect.poll(() => makings, SOON).toBe(2)
      await expect.poll(() => countOf(queues, 'edits'), SOON).toEqual(NOTHING)
      expect(makings).toBe(2)
    })

    test('render the last of 50 quick edits, and never a page twice at the same time [F38]', async () => {
      const queues = openQueues(home.connection)
      let edit = 0
      let atWork = 0
      let mostAtWork = 0
      const made: number[] = []
      queues.work(
        handlers(async () => {
          atWork += 1
          mostAtWork = Math.max(mostAtWork, atWork)
          const seen = edit
          await new Promise((resolve) => setTimeout(resolve, 20))
          made.push(seen)
          atWork -= 1
        }),
      )

      while (edit < 50) {
        edit += 1
        await queues.requestPages('edits', ['/hot'])
      }

      await expect.poll(() => made.at(-1), SOON).toBe(50)
      expect(mostAtWork).toBe(1)
      expect(made.length).toBeLessThan(50)
    })

    test('run a slot again when it is triggered while it runs', async () => {
      const queues = openQueues(home.connection)
      const began = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const runs = [0, 0]
      queues.work(
        handlers(
          () => {},
          async ({ slot }) => {
            runs[slot] = (runs[slot] ?? 0) + 1
            if (slot !== 0) return
            began.resolve()
            await goOn.promise
          },
        ),
      )
      await queues.requestBulk([0])
      await began.promise

      await queues.requestBulk([0, 1])
      await queues.requestBulk([0])
      await expect.poll(() => runs, SOON).toEqual([1, 1])
      goOn.resolve()

      await expect.poll(() => runs, SOON).toEqual([2, 1])
      await expect.poll(() => countOf(queues, 'bulk'), SOON).toEqual(NOTHING)
      expect(runs).toEqual([2, 1])
    })

    test('separate builds', async () => {
      const ours = openQueues(home.connection)
      const theirs = openQueues(home.connection)
      const made: string[] = []
      theirs.work(handlers((path) => void made.push(`theirs ${path}`)))
      await ours.requestPages('edits', ['/ours'])
      await theirs.requestPages('edits', ['/theirs'])
      await expect.poll(() => made, SOON).toEqual(['theirs /theirs'])
      expect(await countOf(ours, 'edits')).toEqual({ ...NOTHING, waiting: 1 })

      ours.work(handlers((path) => void made.push(`ours ${path}`)))

      await expect.poll(() => made, SOON).toEqual(['theirs /theirs', 'ours /ours'])
    })

    test('share the jobs of a build among its processes', async () => {
      const build = newBuild()
      const [one, two] = [openQueues(home.connection, build), openQueues(home.connection, build)]
      const both = Promise.withResolvers<void>()
      const workers = new Set<string>()
      const hold = (name: string) =>
        handlers(async () => {
          workers.add(name)
          if (workers.size === 2) both.resolve()
          await both.promise
        })
      one.work(hold('one'))
      two.work(hold('two'))

      await one.requestPages(
        'edits',
        Array.from({ length: 6 }, (_, index) => `/shared-${index}`),
      )

      await both.promise
      await expect.poll(() => countOf(one, 'edits'), SOON).toEqual(NOTHING)
    })

    test('accept 1,200 requests at once, and all of them again', async () => {
      const queues = openQueues(home.connection)
      const paths = Array.from({ length: 1_200 }, (_, index) => `/many-${index}`)
      await queues.requestPages('knock-ons', paths)
      await queues.requestPages('knock-ons', paths)
      expect(await countOf(queues, 'knock-ons')).toEqual({ ...NOTHING, waiting: 1_200 })

      const made: string[] = []
      queues.work(handlers((path) => void made.push(path)))

      await expect.poll(() => made.length, { timeout: 20_000, interval: 50 }).toBe(1_200)
      expect(new Set(made)).toEqual(new Set(paths))
    })

    test('neither handle nor retry a malformed job', async () => {
      const queues = openQueues(home.connection)
      const made: string[] = []
      queues.work(
        handlers((path) => {
          made.push(path)
          if (made.length === 1) throw new Error('try again')
        }),
      )

      await queues.requestPages('edits', ['no page path'])
      await expect.poll(() => queues.failures, SOON).toEqual(['malformed rebuild job'])
      await queues.requestPages('edits', ['/after'])

      // By when this one, which came later, was tried again, the other one would have been too.
      await expect.poll(() => made, SOON).toEqual(['/after', '/after'])
      expect(await countOf(queues, 'edits')).toMatchObject({ waiting: 0, failed: 1 })
    })

    test('drop a job after three attempts, and accept the next request', async () => {
      const queues = openQueues(home.connection)
      let attempts = 0
      queues.work(
        handlers(() => {
          attempts += 1
          if (attempts <= 3) throw new Error('content is down')
        }),
      )
      await queues.requestPages('edits', ['/failing'])
      await expect.poll(() => countOf(queues, 'edits'), SOON).toEqual({ ...NOTHING, failed: 1 })
      expect(attempts).toBe(3)

      await queues.requestPages('edits', ['/failing'])

      await expect.poll(() => attempts, SOON).toBe(4)
    })

    test('delete all jobs of one build, and continue', async () => {
      const [gone, kept] = [openQueues(home.connection), openQueues(home.connection)]
      for (const queues of [gone, kept]) {
        await queues.requestPages('edits', ['/edited'])
        await queues.requestPages('knock-ons', ['/shows-it'])
        await queues.requestBulk([0, 1])
      }

      await gone.obliterate()

      const waiting = async (queues: typeof gone) =>
        (await queues.countJobs()).map((counts) => counts.waiting)
      expect(await waiting(gone)).toEqual([0, 0, 0])
      expect(await waiting(kept)).toEqual([1, 1, 2])
      const made: string[] = []
      gone.work(handlers((path) => void made.push(path)))
      await gone.requestPages('edits', ['/edited'])
      await expect.poll(() => made, SOON).toEqual(['/edited'])
    })

    test('close within seconds although a job does not end', async () => {
      const queues = openQueues(home.connection)
      const began = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      queues.work(
        handlers(async () => {
          began.resolve()
          await goOn.promise
        }),
      )
      await queues.requestPages('edits', ['/endless'])
      await began.promise
      const started = performance.now()

      await queues.close()

      expect(performance.now() - started).toBeLessThan(7_000)
      goOn.resolve()
    })

    test('finish a running job when they close', async () => {
      const build = newBuild()
      const queues = openQueues(home.connection, build)
      const began = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      let finished = false
      queues.work(
        handlers(async () => {
          began.resolve()
          await goOn.promise
          finished = true
        }),
      )
      await queues.requestPages('edits', ['/last'])
      await began.promise

      const closing = queues.close()
      goOn.resolve()
      await closing

      expect(finished).toBe(true)
      expect(await countOf(openQueues(home.connection, build), 'edits')).toEqual(NOTHING)
    })
  })
}

const NOTHING = { waiting: 0, active: 0, failed: 0 }

async function countOf(queues: ReturnType<typeof openQueues>, lane: string) {
  const { waiting, active, failed } =
    (await queues.countJobs()).find((counts) => counts.lane === lane) ?? {}
  return { waiting, active, failed }
}
