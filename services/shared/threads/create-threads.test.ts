import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createThreads } from './create-threads.ts'

/** A job says how it ends, or else what its result is. */
const SCRIPT = `
export function work(job) {
  if (job === 'exit') process.exit(1)
  if (job === 'throw') throw new Error('It cannot be done')
  if (job === 'hang') for (;;);
  return job
}`

async function startThreads({ jobMs = 60_000 } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-threads-'))
  const script = path.join(folder, 'work.mjs')
  await writeFile(script, SCRIPT)
  const threads = createThreads<string, string>({
    script: pathToFileURL(script),
    job: 'test',
    threads: 1,
    maxWaiting: 2,
    idleMs: 30_000,
    jobMs,
  })
  onTestFinished(async () => {
    await threads.close()
    await rm(folder, { recursive: true })
  })
  return threads
}

test.each(['exit', 'throw'])('waiting jobs run when the one before ends with %s', async (job) => {
  const { run } = await startThreads()
  const [first, ...others] = await Promise.allSettled([job, 'second', 'third'].map(run))
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'This test failed' } })
  expect(others.map((outcome) => 'value' in outcome && outcome.value)).toEqual(['second', 'third'])
})

test('a job that takes too long ends its thread, and the next one gets a new one', async () => {
  const { run } = await startThreads({ jobMs: 1_000 })
  await expect(run('hang')).rejects.toMatchObject({ code: 'unavailable' })
  await vi.waitFor(async () => expect(await run('next')).toBe('next'), { timeout: 30_000 })
})
