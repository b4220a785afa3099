import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'

const FILES = ['run.mjs', 'install-packages.mjs', 'follow-child.mjs', 'parent-watch.ts']
const WAIT_FOR_SIGNAL = `
  import { onParentGone } from './parent-watch.ts'
  const timer = setInterval(() => {}, 1000)
  const stop = (why: string) => {
    process.stdout.write(why)
    clearInterval(timer)
    process.exitCode = 7
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
  onParentGone(() => stop('parent gone'))
  process.stdout.write('up ')
`

/** A clone with one script, no packages to install, and the Node of this test as the pinned one. */
const test = base.extend<{ clone: string }>({
  clone: async ({}, use) => {
    const clone = mkdtempSync(path.join(tmpdir(), 'finlore-run-'))
    const local = path.join(clone, 'deploy', 'local')
    mkdirSync(local, { recursive: true })
    for (const name of FILES) cpSync(path.join(import.meta.dirname, name), path.join(local, name))

    const manifest = { name: 'clone', version: '1.0.0', type: 'module' }
    const { type: _, ...root } = manifest
    const lockfile = { ...root, lockfileVersion: 3, requires: true, packages: { '': root } }
    writeFileSync(path.join(clone, 'package.json'), JSON.stringify(manifest))
    writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify(lockfile))
    writeFileSync(path.join(local, 'wait.ts'), WAIT_FOR_SIGNAL)
    await use(clone)
    rmSync(clone, { recursive: true })
  },
})

function start(clone: string, script: string, ...args: string[]) {
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(
    process.execPath,
    [path.join(clone, 'deploy', 'local', 'run.mjs'), script, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  )
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said, ended: once(child, 'close') }
}

function addNode(clone: string): void {
  const bin = path.join(clone, 'node_modules', 'node', 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, path.join(bin, 'node'))
}

describe('run.mjs', () => {
  test('installs once, then runs the script with its arguments', async ({ clone }) => {
    writeFileSync(
      path.join(clone, 'show.ts'),
      'const args: string[] = process.argv.slice(2)\nprocess.stdout.write(args.join())\n',
    )
    const first = start(clone, 'show.ts', 'a', 'b')
    expect(await first.ended).toEqual([0, null])
    expect(first.said.out).toBe('a,b')
    expect(first.said.err).toContain('Installing packages…\n')
    expect(existsSync(path.join(clone, '.finlore-installing'))).toBe(false)

    const second = start(clone, 'show.ts')
    expect(await second.ended).toEqual([0, null])
    expect(second.said.err).toBe('')
  })

  test('passes flags before the script to Node', async ({ clone }) => {
    writeFileSync(
      path.join(clone, 'flags.ts'),
      'process.stdout.write([...process.execArgv, ...process.argv.slice(2)].join())',
    )
    const { said, ended } = start(clone, '--max-semi-space-size=16', 'flags.ts', '--out', 'here')
    expect(await ended).toEqual([0, null])
    expect(said.out).toBe('--max-semi-space-size=16,--out,here')
  })

  test('installs again when the lockfile has changed', async ({ clone }) => {
    writeFileSync(path.join(clone, 'end.ts'), '')
    await start(clone, 'end.ts').ended
    const lockfile = path.join(clone, 'package-lock.json')
    writeFileSync(lockfile, `${readFileSync(lockfile, 'utf8')}\n`)

    const { said, ended } = start(clone, 'end.ts')
    await ended
    expect(said.err).toContain('Installing packages…')
  })

  test('accepts packages that npm recorded as installed from the same lockfile', async ({
    clone,
  }) => {
    const lockfile = path.join(clone, 'package-lock.json')
    const here = { 'node_modules/here': { version: '1.0.0', integrity: 'sha512-x' } }
    const elsewhere = { 'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['x'] } }
    const locked = JSON.parse(readFileSync(lockfile, 'utf8'))
    locked.packages = { ...locked.packages, ...here, ...elsewhere }
    writeFileSync(lockfile, JSON.stringify(locked))
    mkdirSync(path.join(clone, 'node_modules', 'here'), { recursive: true })
    const noted = JSON.stringify({ packages: here })
    writeFileSync(path.join(clone, 'node_modules', '.package-lock.json'), noted)
    writeFileSync(path.join(clone, 'end.ts'), '')

    const { said, ended } = start(clone, 'end.ts')
    expect(await ended).toEqual([0, null])
    expect(said.err).toBe('')
  })

  test.for(['.joined', '.joined-unfinished'])(
    'installs packages again that a former version changed in place, which left %s',
    async (trace, { clone }) => {
      const modules = path.join(clone, 'node_modules')
      mkdirSync(path.join(modules, 'kysely', trace), { recursive: true })
      writeFileSync(path.join(modules, '.package-lock.json'), JSON.stringify({ packages: {} }))
      writeFileSync(path.join(modules, '.finlore-installed'), 'the stamp of the former version')
      writeFileSync(path.join(clone, 'end.ts'), '')

      const first = start(clone, 'end.ts')
      expect(await first.ended).toEqual([0, null])
      expect(first.said.err).toContain('Installing packages…\n')
      expect(existsSync(path.join(modules, 'kysely', trace))).toBe(false)

      const second = start(clone, 'end.ts')
      expect(await second.ended).toEqual([0, null])
      expect(second.said.err).toBe('')
    },
  )

  test('ends with the exit code of the script', async ({ clone }) => {
    writeFileSync(path.join(clone, 'fail.ts'), 'process.exitCode = 7')
    expect(await start(clone, 'fail.ts').ended).toEqual([7, null])
  })

  test.for(['SIGTERM', 'SIGINT'] as const)('passes on %s', async (signal, { clone }) => {
    const { child, said, ended } = start(clone, 'deploy/local/wait.ts')
    await expect.poll(() => said.out, { timeout: 20_000 }).toBe('up ')
    child.kill(signal)

    expect(await ended).toEqual([7, null])
    expect(said.out).toBe(`up ${signal}`)
  })

  test('ends by the signal that ended the script', async ({ clone }) => {
    writeFileSync(path.join(clone, 'die.ts'), "process.kill(process.pid, 'SIGTERM')")
    expect(await start(clone, 'die.ts').ended).toEqual([null, 'SIGTERM'])
  })

  test('ends the script when it is killed itself', async ({ clone }) => {
    const { child, said, ended } = start(clone, 'deploy/local/wait.ts')
    await expect.poll(() => said.out, { timeout: 20_000 }).toBe('up ')
    child.kill('SIGKILL')

    await ended
    expect(said.out).toBe('up parent gone')
  })

  test('prefers the pinned Node', async ({ clone }) => {
    writeFileSync(path.join(clone, 'end.ts'), '')
    await start(clone, 'end.ts').ended
    addNode(clone)
    writeFileSync(path.join(clone, 'which.ts'), 'process.stdout.write(process.argv0)')
    const { said, ended } = start(clone, 'which.ts')
    await ended

    expect(said.out).toBe(path.join(clone, 'node_modules', 'node', 'bin', 'node'))
  })

  test('reports in a sentence that the install failed', async ({ clone }) => {
    writeFileSync(path.join(clone, 'package-lock.json'), 'not a lockfile')
    const { said, ended } = start(clone, 'end.ts')

    expect(await ended).toEqual([1, null])
    expect(said.err).toContain('The packages could not be installed: npm ci ended with code')
    expect(existsSync(path.join(clone, '.finlore-installing'))).toBe(false)
  })

  test('repeats an install that was killed', async ({ clone }) => {
    mkdirSync(path.join(clone, '.finlore-installing'))
    writeFileSync(path.join(clone, '.finlore-installing', '999999999'), '')
    writeFileSync(path.join(clone, 'end.ts'), '')

    expect(await start(clone, 'end.ts').ended).toEqual([0, null])
  })
})
