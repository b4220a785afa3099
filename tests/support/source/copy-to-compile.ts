import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc')
/** Everything that is compiled, without what was built. */
const COPIED = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'services', 'deploy'].concat(
  ...['migrations', 'tests', 'web/src', 'web/tsconfig.json', 'web/vite.config.ts'],
)
const LEFT_OUT = path.join(ROOT, 'tests/.artifacts')

/** A copy of the code that a test may change and compile. */
export interface CodeToCompile {
  root: string
  /** Puts these files back as they are in the checkout. */
  restore(files: readonly string[]): Promise<void>
  /** What the compiler says about a project of the copy: one text for each error. */
  compile(config: string): Promise<string[]>
  remove(): Promise<void>
}

export async function copyToCompile(): Promise<CodeToCompile> {
  const root = await mkdtemp(path.join(tmpdir(), 'finlore-compile-'))
  const copy = (name: string) =>
    cp(path.join(ROOT, name), path.join(root, name), {
      recursive: true,
      filter: (source) => source !== LEFT_OUT,
    })
  for (const name of COPIED) await copy(name)
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  return {
    root,
    async restore(files) {
      for (const file of files) await copy(file)
    },
    compile: (config) =>
      new Promise((resolve) => {
        const args = [TSC, '-p', config, '--pretty', 'false']
        execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 }, (_error, stdout) =>
          resolve(stdout.split(/\n(?! )/).filter(Boolean)),
        )
      }),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
