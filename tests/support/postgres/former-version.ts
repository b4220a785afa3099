import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { OtherVersion } from './other-version.ts'
import { RELEASED_COMMIT } from './released.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** What services are made of and run with. */
const PARTS = [
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
  ...['deploy', 'migrations', 'services', 'web'],
]
const run = promisify(execFile)

/** Why tests of it are left out where they are. */
export const NO_FORMER_VERSION =
  'No release before this one here: they need Git, and the whole history of the repository'

/** Whether the code of the release before this one is here. */
export const hasFormerVersion = (): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${RELEASED_COMMIT}^{tree}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  )

/** The code of the release before this one, with the packages of this one and a web bundle of its own. */
export async function openFormerVersion(): Promise<OtherVersion> {
  const root = await mkdtemp(path.join(tmpdir(), 'finlore-former-'))
  const archive = path.join(root, 'code.tar')
  await run('git', ['archive', '--output', archive, RELEASED_COMMIT, ...PARTS], { cwd: ROOT })
  await run('tar', ['--extract', '--file', archive, '--directory', root])
  await rm(archive)
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  await run(process.execPath, [path.join(root, 'deploy/build-web.ts')], { cwd: root })
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
