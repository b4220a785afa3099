import { setPriority } from 'node:os'

/** @returns whether this user was allowed to set the priority */
export function setNiceness(pid: number | undefined, niceness: number): boolean {
  try {
    setPriority(pid ?? 0, niceness)
    return true
  } catch {
    return false
  }
}
