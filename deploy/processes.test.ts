import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PROCESSES, startOf } from './processes.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Files of the folder that a file of `deploy/` imports; the folders of services are in the image. */
async function importsBeside(file: string): Promise<string[]> {
  if (!file.startsWith('deploy/')) return []
  const text = await readFile(path.join(ROOT, file), 'utf8')
  const found = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, target = '']) =>
    path.join(path.dirname(file), target),
  )
  const below = await Promise.all(found.map(importsBeside))
  return [...found, ...below.flat()]
}

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'run-process.ts'), ...args])

describe('startOf', () => {
  test.for(Object.entries(PROCESSES))('finds the entry of %s', async ([, { entry }]) => {
    await access(path.join(ROOT, entry))
  })

  test.for(Object.entries(PROCESSES))('the entry of %s is in the image', async ([, { entry }]) => {
    const allowed = (await readFile(path.join(ROOT, '.dockerignore'), 'utf8')).split('\n')
    const files = [entry, ...(await importsBeside(entry))].filter((file) => /^deploy\//.test(file))
    expect(files.filter((file) => !allowed.includes(`!${file}`))).toEqual([])
  })

  test('puts flags before the entry and arguments after it', () => {
    expect(startOf(['import', '--help'], {}).args).toEqual([
      ...PROCESSES.import.flags,
      path.join(ROOT, 'services/content/content-command.ts'),
      'import',
      '--help',
    ])
    expect(startOf(['render'], {}).args.slice(0, -1)).toEqual(PROCESSES.render.flags)
  })

  test('adds the default settings of a process, and keeps those that are given', () => {
    expect(startOf(['render'], { PORT: '1' }).env).toEqual({ PORT: '1', MALLOC_ARENA_MAX: '1' })
    expect(startOf(['render'], { MALLOC_ARENA_MAX: '2' }).env).toEqual({ MALLOC_ARENA_MAX: '2' })
  })
})

describe('run-process', () => {
  test('replaces itself by the process, with its output and exit code', async () => {
    await expect(run('import', 'nowhere', '--unknown')).rejects.toMatchObject({
      stderr: expect.stringContaining('DATABASE_URL'),
    })
  })

  test.for(['', 'rendr', 'toString'])(
    'lists the known processes when asked for "%s"',
    async (name) => {
      await expect(run(...(name ? [name] : []))).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/; known are: content, search, .*create-keys.*\n$/),
      })
    },
  )
})
