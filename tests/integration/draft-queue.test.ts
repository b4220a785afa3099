import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DraftJob, DraftOutcome } from '../../services/shared/contracts/draft-job.ts'
import {
  type DraftQueue,
  type DraftQueueHome,
  type DraftWork,
  openDraftQueue,
} from '../../services/shared/queues/draft-queue.ts'
import {
  BACKENDS,
  missing,
  openQueueHome,
  type QueueHome,
  titleOf,
} from '../support/queue-backends.ts'

const SOON = { timeout: 10_000, interval: 20 }
const ONCE = { attempts: 1, retryMs: 10 }

const buildJob = (over: Partial<DraftJob> = {}): DraftJob => ({
  locale: 'tr_TR',
  slug: 'repo',
  title: 'Repo',
  category: 'expert-advice',
  subcategory: 'market-trends',
  author: 'Elif Karaduman',
  replace: false,
  ...over,
})
const written: DraftOutcome = { kind: 'written', file: 'drafts/tr_TR/repo.md', remarks: [] }

const buildWork = (over: Partial<DraftWork> = {}): DraftWork => ({
  make: async () => written,
  judge: () => ({ kind: 'try-again' }),
  concurrency: 2,
  perMinute: 1_000,
  ...over,
})

/** Writes down which jobs are done. */
const noteIn =
  (made: string[]): DraftWork['make'] =>
  async ({ slug }) => {
    made.push(slug)
    return written
  }

for (const backend of BACKENDS) {
  describe.skipIf(missing(backend))(titleOf('the queue of drafts', backend), () => {
    let home: QueueHome
    beforeAll(async () => {
      home = await openQueueHome(backend)
    })
    afterAll(() => home.close())

    const newOwner = () => randomBytes(8).toString('hex')
    const homeOf = ({ databaseUrl, redisUrl } = home.connection): DraftQueueHome =>
      redisUrl ? { redisUrl } : { databaseUrl }

    async function open(owner = newOwner(), where = homeOf()) {
      const failures: string[] = []
      const queue = await openDraftQueue(where, owner, {
        onFailure: ({ message }) => failures.push(message),
      })
      onTestFinished(() => queue.close())
      return { queue, owner, failures }
    }

    const endOf = async (queue: DraftQueue, id: string) => {
      await expect.poll(() => queue.findFinished(id), SOON).toBeDefined()
      return queue.findFinished(id)
    }

    test('has one unfinished job for an article, and another when that has ended', async () => {
      const { queue, failures } = await open()
      const [first = '', second] = await queue.request([buildJob(), buildJob()], ONCE)
      expect(second).toBe(first)
      expect(await queue.request([buildJob()], ONCE)).toEqual([first])
      const other = buildJob({ locale: 'ru_RU' })
      await queue.request([other], ONCE)
      expect(await queue.listUnfinished()).toEqual([
        { id: first, job: buildJob(), active: false, progress: undefined },
        expect.objectContaining({ job: other }),
      ])
      expect(await queue.findFinished(first)).toBeUndefined()

      const made: DraftJob[] = []
      await queue.work(
        buildWork({
          make: async (job) => {
            made.push(job)
            return written
          },
        }),
      )

      expect(await endOf(queue, first)).toEqual({ state: 'done', outcome: written })
      await expect.poll(() => made.length, SOON).toBe(2)
      expect(made).toEqual([buildJob(), other])
      const [third = ''] = await queue.request([buildJob()], ONCE)
      expect(third).not.toBe(first)
      expect(await endOf(queue, third)).toEqual({ state: 'done', outcome: written })
      expect(failures).toEqual([])
    })

    test('tries a job again, and says at last why it failed', async () => {
      const { queue } = await open()
      let tries = 0
      await queue.work(
        buildWork({
          make: async () => {
            tries += 1
            throw new Error(`no answer (${tries})`)
          },
        }),
      )
      const [id = ''] = await queue.request([buildJob()], { attempts: 3, retryMs: 10 })

      expect(await endOf(queue, id)).toEqual({ state: 'failed', reason: 'no answer (3)' })
      expect(tries).toBe(3)
    })

    test('gives a job up at once when trying again is useless', async () => {
      const { queue } = await open()
      let tries = 0
      await queue.work(
        buildWork({
          judge: () => ({ kind: 'give-up' }),
          make: async () => {
            tries += 1
            throw new Error('refused')
          },
        }),
      )
      const [id = ''] = await queue.request([buildJob()], { attempts: 3, retryMs: 10 })

      expect(await endOf(queue, id)).toEqual({ state: 'failed', reason: 'refused' })
      expect(tries).toBe(1)
    })

    test('lets every job wait when one is put off, which counts as no try', async () => {
      const { queue } = await open()
      const begun: { slug: string; at: number }[] = []
      await queue.work(
        buildWork({
          concurrency: 1,
          judge: () => ({ kind: 'put-off', everyJobForMs: 1_000 }),
          make: async ({ slug }) => {
            begun.push({ slug, at: performance.now() })
            if (begun.length === 1) throw new Error('busy')
            return written
          },
        }),
      )
      const jobs = [buildJob(), buildJob({ slug: 'swap' })]
      const [first = '', second = ''] = await queue.request(jobs, ONCE)

      expect(await endOf(queue, first)).toEqual({ state: 'done', outcome: written })
      expect(await endOf(queue, second)).toEqual({ state: 'done', outcome: written })
      expect(begun).toHaveLength(3)
      const [before, after] = begun
      expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThan(900)
    })

    test('gives up a job that is put off again and again', { timeout: 60_000 }, async () => {
      const { queue } = await open()
      await queue.work(
        buildWork({
          judge: () => ({ kind: 'put-off', everyJobForMs: 1 }),
          make: async () => {
            throw new Error('busy')
          },
        }),
      )
      const [id = ''] = await queue.request([buildJob()], ONCE)

      await expect
        .poll(() => queue.findFinished(id), { timeout: 50_000, interval: 50 })
        .toEqual({ state: 'failed', reason: 'busy, after waiting for it 30 times' })
    })

    test('begins no more jobs in a minute than it may', async () => {
      const { queue } = await open()
      const made: string[] = []
      await queue.work(
        buildWork({
          perMinute: 2,
          concurrency: 4,
          make: noteIn(made),
        }),
      )
      const jobs = ['a', 'b', 'c', 'd'].map((slug) => buildJob({ slug }))
      const ids = await queue.request(jobs, ONCE)
      await endOf(queue, ids[1] ?? '')
      await new Promise((resolve) => setTimeout(resolve, 500))

      expect(made.sort()).toEqual(['a', 'b'])
      expect(await queue.listUnfinished()).toHaveLength(2)
    })

    test('works on a few jobs at once, and shows how far they are', async () => {
      const { queue } = await open()
      const goOn = Promise.withResolvers<void>()
      await queue.work(
        buildWork({
          make: async (_job, { report }) => {
            report({ stage: 'asking', characters: 120 })
            await goOn.promise
            return written
          },
        }),
      )
      const jobs = ['a', 'b', 'c'].map((slug) => buildJob({ slug }))
      await queue.request(jobs, ONCE)

      const progress = { stage: 'asking', characters: 120 }
      await expect
        .poll(() => queue.listUnfinished(), SOON)
        .toMatchObject([
          { active: true, progress },
          { active: true, progress },
          { active: false, progress: undefined },
        ])
      goOn.resolve()
    })

    test('puts back what is under way when it closes, and goes on with it later', async () => {
      const { queue, owner } = await open()
      const began = Promise.withResolvers<void>()
      await queue.work(
        buildWork({
          make: async (_job, { signal }) => {
            began.resolve()
            await new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('stopped')))
            })
            return written
          },
        }),
      )
      const [id = ''] = await queue.request([buildJob()], ONCE)
      await began.promise
      const started = performance.now()
      await queue.close()
      expect(performance.now() - started).toBeLessThan(4_000)

      const { queue: later } = await open(owner)
      expect(await later.listUnfinished()).toMatchObject([{ id, active: false }])
      await later.work(buildWork())
      expect(await endOf(later, id)).toEqual({ state: 'done', outcome: written })
    })

    test('takes no more jobs once it is told to stop, and leaves all of them to others', async () => {
      const { queue, owner } = await open()
      const tried: string[] = []
      await queue.work(
        buildWork({
          concurrency: 1,
          judge: () => ({ kind: 'stop-work' }),
          make: async ({ slug }) => {
            tried.push(slug)
            throw new Error('wrong key')
          },
        }),
      )
      const jobs = ['a', 'b'].map((slug) => buildJob({ slug }))
      const ids = await queue.request(jobs, ONCE)
      await expect.poll(() => tried, SOON).toEqual(['a'])

      const { queue: other } = await open(owner)
      const made: string[] = []
      await other.work(buildWork({ make: noteIn(made) }))

      for (const id of ids) await endOf(other, id)
      expect(made.sort()).toEqual(['a', 'b'])
      expect(tried).toEqual(['a'])
    })

    test('shares its jobs among processes, each job for one of them', async () => {
      const { queue: one, owner } = await open()
      const { queue: two } = await open(owner)
      const made: string[] = []
      const make = noteIn(made)
      await Promise.all([one.work(buildWork({ make })), two.work(buildWork({ make }))])
      const jobs = Array.from({ length: 20 }, (_, index) => buildJob({ slug: `s${index}` }))

      const [ofOne, ofTwo] = await Promise.all([one.request(jobs, ONCE), two.request(jobs, ONCE)])

      for (const id of [...ofOne, ...ofTwo]) await endOf(one, id)
      // The second may have asked for some when the first had ended them already.
      expect(new Set(made).size).toBe(20)
      expect(made.length).toBe(new Set([...ofOne, ...ofTwo]).size)
    })

    test('keeps owners apart, and forgets what one of them discards', async () => {
      const { queue: ours } = await open()
      const { queue: theirs } = await open()
      const [id = ''] = await ours.request([buildJob()], ONCE)
      await theirs.request([buildJob()], ONCE)

      await ours.discard()

      expect(await ours.listUnfinished()).toEqual([])
      expect(await ours.findFinished(id)).toEqual({
        state: 'failed',
        reason: 'the queue has lost it',
      })
      expect(await theirs.listUnfinished()).toHaveLength(1)
      const [again = ''] = await ours.request([buildJob()], ONCE)
      await ours.work(buildWork())
      expect(await endOf(ours, again)).toEqual({ state: 'done', outcome: written })
    })

    test('goes on after its server was away', { timeout: 60_000 }, async () => {
      const { link, connection } = await home.linked()
      const { queue, failures } = await open(newOwner(), homeOf(connection))
      await queue.work(buildWork())
      const [before = ''] = await queue.request([buildJob({ slug: 'before' })], ONCE)
      await endOf(queue, before)

      await link.cut()
      await expect(queue.listUnfinished()).rejects.toThrow()
      await link.mend()

      const ask = () => queue.request([buildJob({ slug: 'after' })], ONCE).catch(() => undefined)
      await expect.poll(ask, SOON).toBeDefined()
      const [after = ''] = (await ask()) ?? []
      await expect
        .poll(() => queue.findFinished(after).catch(() => undefined), { ...SOON, timeout: 30_000 })
        .toEqual({ state: 'done', outcome: written })
      expect(failures).not.toEqual([])
    })

    test('says quickly that its server is not there', async () => {
      const { link, connection } = await home.linked()
      await link.cut()
      const started = performance.now()

      await expect(open(newOwner(), homeOf(connection))).rejects.toThrow(/ECONNREFUSED|refused/)

      expect(performance.now() - started).toBeLessThan(9_000)
    })
  })
}
