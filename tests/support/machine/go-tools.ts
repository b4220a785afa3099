import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** @returns the file of a program, from `PATH` or where Go puts programs */
export async function findGoTool(name: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  for (const folder of [...folders, await goFolder()]) {
    const file = path.join(folder, name)
    const works = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (works) return file
  }
  return undefined
}

async function goFolder(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('go', ['env', 'GOPATH'], { timeout: 5_000 })
    return path.join(stdout.trim(), 'bin')
  } catch {
    return path.join(process.env.HOME ?? '/', 'go/bin')
  }
}
