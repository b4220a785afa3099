import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')
const WEB_BUILD = 'web/dist'

export interface CodeCopy {
  root: string
  remove(): Promise<void>
}

/**
 * The code as it stands in the checkout, committed or not, in a folder of its own, with the same
 * packages and the same build of the web.
 */
export async function copyCode(): Promise<CodeCopy> {
  const root = await mkdtemp(path.join(tmpdir(), 'finlore-mutations-'))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = await promisify(execFile)('git', list, { cwd: ROOT, maxBuffer: 2 ** 26 })
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    // A file that was deleted and not committed is still listed.
    await cp(path.join(ROOT, file), path.join(root, file), { verbatimSymlinks: true }).catch(
      ignoreMissing,
    )
  }
  await cp(path.join(ROOT, WEB_BUILD), path.join(root, WEB_BUILD), { recursive: true }).catch(
    ignoreMissing,
  )
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

function ignoreMissing(error: unknown): void {
  if (Reflect.get(Object(error), 'code') !== 'ENOENT') throw error
}
