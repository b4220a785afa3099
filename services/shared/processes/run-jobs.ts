// Runs in processes started by create-processes.ts, with the address of a module as its argument.

import type { JobAnswer } from './job-answer.ts'

const [, , script = ''] = process.argv
const loading: Promise<{ work(job: unknown): unknown }> = import(script)

process.on('message', async ({ job }: { job: unknown }) => {
  process.send?.(await answerTo(job))
})

async function answerTo(job: unknown): Promise<JobAnswer> {
  try {
    const { work } = await loading
    return { result: await work(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) }
  }
}
