/** What a process answers to a job. */
export type JobAnswer = { result: unknown } | { failure: Error }
