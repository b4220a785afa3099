import { parentPort } from 'node:worker_threads'

/** What a job came to, or why it came to nothing. */
export type Answer<Result> = { result: Result } | { failure: string }

/**
 * For the script of a thread that `createThreads` starts: does each job it is sent, in order.
 *
 * @param moved what of a result is moved instead of copied
 */
export function answerJobs<Job, Result>(
  work: (job: Job) => Result | Promise<Result>,
  moved: (result: Result) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', async (job: Job) => {
    const answer = await tryWork(work, job)
    parentPort?.postMessage(answer, 'result' in answer ? moved(answer.result) : [])
  })
}

async function tryWork<Job, Result>(
  work: (job: Job) => Result | Promise<Result>,
  job: Job,
): Promise<Answer<Result>> {
  try {
    return { result: await work(job) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
