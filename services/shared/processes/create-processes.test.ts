import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createProcesses } from './create-processes.ts'

/** A job says how it ends, or else what its result is. */
const SCRIPT = `
export function work(job) {
  if (job === 'exit') process.exit(1)
  if (job === 'throw') throw new Error('It cannot be done')
  if (job === 'hang') for (;;);
  if (job === 'arrays') for (const all = []; ; ) all.push(new Array(1_000).fill(job))
  if (job === 'push') for (const all = []; ; ) all.push(job)
  return job
}`

async function startProcesses({ jobMs = 60_000, processes = 1, maxWaitingEach = 2 } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-processes-'))
  const script = path.join(folder, 'work.mjs')
  await writeFile(script, SCRIPT)
  const { run, close } = createProcesses<string, string>({
    script: pathToFileURL(script),
    job: 'test',
    processes,
    maxWaitingEach,
    jobMs,
    idleMs: 30_000,
    memoryMb: 16,
  })
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  return (job: string, owner = 'anna', signal?: AbortSignal) => run(job, { owner, signal })
}

const outcomesOf = async (jobs: Promise<string>[]) =>
  (await Promise.allSettled(jobs)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : outcome.reason,
  )

const failed = expect.objectContaining({ message: expect.stringMatching(/^This test failed/) })
const tooLarge = expect.objectContaining({
  code: 'invalid-input',
  message: 'This test takes more than 16 MB of memory to read: make several of it',
})

test.each([
  ['exit', failed],
  ['throw', failed],
  // The two ways to outgrow a memory: V8 ends a whole process where one array grows.
  ['arrays', tooLarge],
  ['push', tooLarge],
])('a job that ends with %s is rejected, and waiting jobs run [T25]', async (job, refusal) => {
  const run = await startProcesses()
  const outcomes = await outcomesOf([run(job), run('second'), run('third')])
  expect(outcomes).toEqual([refusal, 'second', 'third'])
})

test('a job that takes too long ends its process, and the next one gets a new one', async () => {
  const run = await startProcesses({ jobMs: 2_000 })
  await expect(run('hang')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await run('next')).toBe('next')
})

test('a job is aborted with its request, whether it waits or runs', async () => {
  const run = await startProcesses()
  const begun = new AbortController()
  const waits = new AbortController()
  const jobs = [run('hang', 'anna', begun.signal), run('b', 'anna', waits.signal), run('c')]
  waits.abort('waiting is over')
  begun.abort('nobody waits')
  expect(await outcomesOf(jobs)).toEqual(['nobody waits', 'waiting is over', 'c'])
})

test('an owner with more jobs than its share waits or is refused, and no other one', async () => {
  const run = await startProcesses({ processes: 2 })
  const gone = new AbortController()
  const hostile = Array.from({ length: 5 }, () => run('hang', 'mallory', gone.signal))
  const settled = outcomesOf(hostile)
  // One is under way and two wait.
  for (const refused of hostile.slice(3)) {
    await expect(refused).rejects.toMatchObject({ code: 'too-many-requests' })
  }
  expect(await run('mine', 'boris')).toBe('mine')
  expect(await run('mine too', 'clara')).toBe('mine too')
  gone.abort('over')
  expect((await settled).slice(0, 3)).toEqual(['over', 'over', 'over'])
})

test('a process that cannot be started frees its place, and its job may be retried', async () => {
  const run = await startProcesses()
  const { execPath } = process
  process.execPath = '/no/such/program'
  onTestFinished(() => {
    process.execPath = execPath
  })
  for (const job of ['first', 'second']) {
    await expect(run(job)).rejects.toMatchObject({ code: 'unavailable' })
  }
  process.execPath = execPath
  expect(await run('third')).toBe('third')
})

test('a process whose job was abandoned gets no other one', async () => {
  const run = await startProcesses()
  for (let round = 0; round < 20; round += 1) {
    const over = new AbortController()
    const given = run('quick', 'anna', over.signal)
    const next = run('next', 'boris')
    over.abort('over')
    await expect(given).rejects.toBe('over')
    expect(await next).toBe('next')
  }
})
