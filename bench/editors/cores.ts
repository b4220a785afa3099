import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { hasProgram } from '../serve/pinned-process.ts'

/** Whether readers can have a core that editors do not use. */
export const hasCoreToSpare = () => availableParallelism() > 1 && hasProgram('taskset')

export const ALL_CORES = `0-${availableParallelism() - 1}`
export const CORE_OF_READERS = String(availableParallelism() - 1)
export const OTHER_CORES = `0-${Math.max(0, availableParallelism() - 2)}`

/** Lets a process and those that it starts run on these cores only, in the form of `taskset`. */
export function confine(pid: number, cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)])
  if (status !== 0) throw new Error(`taskset cannot confine ${pid} to ${cores}: ${stderr}`)
}
