import { readdirSync, readFileSync } from 'node:fs'

interface ProcessLine {
  pid: number
  parent: number
  command: string
}

/** All processes that descend from one, by what `/proc` says. They are listed before their children. */
export function descendantsOf(pid: number): ProcessLine[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const childrenOf = (parent: number): ProcessLine[] =>
    all
      .filter((line) => line.parent === parent)
      .flatMap((child) => [child, ...childrenOf(child.pid)])
  return childrenOf(pid)
}

function readProcess(name: string): ProcessLine[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    // The name in parentheses may hold anything. State and parent follow it.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid: Number(name), parent: Number(parent), command }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
