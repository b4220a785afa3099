import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findHelms, NO_HELM } from '../../support/kube/kube-tools.ts'
import { findGoTool } from '../../support/machine/go-tools.ts'
import { findCrane, NO_CRANE, startRegistry } from '../../support/servers/registry-server.ts'
import { runRelease } from '../../support/site/run-release.ts'

// Without an image, which tests/containers builds: everything else that a release consists of.

const call = promisify(execFile)
const [helm] = await findHelms()
const crane = await findCrane()
const cosign = await findGoTool('cosign')
if (!helm) process.stdout.write(`Left out: what a release consists of. ${NO_HELM}\n`)
if (!crane) process.stdout.write(`Left out: releases in a registry. ${NO_CRANE}\n`)
vi.setConfig({ testTimeout: 120_000 })

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const build = (folder: string, env: Record<string, string> = {}) =>
  runRelease(['--out', folder, '--platforms', 'none', '--trial'], env)

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
const FILES = [
  'SHA256SUMS',
  `finlore-${version}.cdx.json`,
  `finlore-${version}.provenance.json`,
  `finlore-${version}.tgz`,
]

describe.skipIf(!helm)('a release', () => {
  test('is a chart, a list of parts, a provenance, and checksums of all', async () => {
    const folder = await makeFolder()
    const made = await build(folder, { RELEASE_BUILDER: 'https://ci.example/finlore' })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^SHA256SUMS, not signed: there is no COSIGN_PRIVATE_KEY$/m)
    expect((await readdir(folder)).sort()).toEqual(FILES)
    await call('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })

    const read = async (name: string) => readFile(path.join(folder, name))
    const parts = JSON.parse(String(await read(`finlore-${version}.cdx.json`)))
    expect(parts).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(parts.components.map(({ name }: { name: string }) => name)).toContain('fastify')

    const statement = JSON.parse(String(await read(`finlore-${version}.provenance.json`)))
    const { stdout: commit } = await call('git', ['rev-parse', 'HEAD'])
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          externalParameters: { version, platforms: [] },
          resolvedDependencies: [{ digest: { gitCommit: commit.trim() } }],
        },
        runDetails: { builder: { id: 'https://ci.example/finlore' } },
      },
    })
    const subjects = [`finlore-${version}.cdx.json`, `finlore-${version}.tgz`]
    expect(statement.subject).toEqual(
      await Promise.all(
        subjects.map(async (name) => ({
          name,
          digest: {
            sha256: createHash('sha256')
              .update(await read(name))
              .digest('hex'),
          },
        })),
      ),
    )

    // What is packed is the chart that is tested.
    const chart = path.join(folder, `finlore-${version}.tgz`)
    const { stdout } = await call(helm?.file ?? '', ['show', 'chart', chart])
    expect(stdout).toContain(`appVersion: ${version}`)
  })

  test('refuses a folder with something in it, and arguments that say nothing', async () => {
    const folder = await makeFolder()
    await writeFile(path.join(folder, 'mine'), '')
    expect(await build(folder)).toMatchObject({
      code: 1,
      stderr: `${folder} is not empty: name another folder, or empty this one.\n`,
    })
    for (const args of [[], ['--out', folder, '--platforms', 'linux/386'], ['--publish', folder]]) {
      const { code, stderr } = await runRelease(args)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^Usage: npm run release/)])
    }
  })

  test('is not published when a file of it was changed', async () => {
    const folder = await makeFolder()
    await build(folder)
    const publish = () => runRelease(['--publish', folder, '--registry', '127.0.0.1:1/none'])
    await appendFile(path.join(folder, `finlore-${version}.cdx.json`), ' ')
    await writeFile(path.join(folder, `finlore-${version}-linux-amd64.tar`), '')
    expect(await publish()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `These files of ${folder} are not as the release was made: finlore-${version}.cdx.json, finlore-${version}-linux-amd64.tar.\n`,
    })
    await rm(path.join(folder, 'SHA256SUMS'))
    expect((await publish()).stderr).toBe(
      `There is no release in ${folder}: make one with --out.\n`,
    )
  })
})

/** Images of two processors, each with one file, as `docker save` writes them. */
async function addImages(folder: string): Promise<void> {
  for (const platform of ['amd64', 'arm64']) {
    const work = await makeFolder()
    await writeFile(path.join(work, 'hello'), platform)
    await call('tar', ['-cf', 'layer.tar', 'hello'], { cwd: work })
    const layer = createHash('sha256')
      .update(await readFile(path.join(work, 'layer.tar')))
      .digest('hex')
    const config = configOf(platform, layer)
    await writeFile(path.join(work, 'config.json'), JSON.stringify(config))
    const manifest = [{ Config: 'config.json', RepoTags: ['finlore:x'], Layers: ['layer.tar'] }]
    await writeFile(path.join(work, 'manifest.json'), JSON.stringify(manifest))
    const file = path.join(folder, `finlore-${version}-linux-${platform}.tar`)
    await call('tar', ['-cf', file, 'manifest.json', 'config.json', 'layer.tar'], { cwd: work })
  }
  await call('sh', ['-c', 'rm SHA256SUMS && sha256sum finlore-* >SHA256SUMS'], { cwd: folder })
}

const configOf = (architecture: string, layer: string) => ({
  architecture,
  os: 'linux',
  config: {},
  rootfs: { type: 'layers', diff_ids: [`sha256:${layer}`] },
})

describe.skipIf(!helm || !crane)('a release in a registry', () => {
  test('is one image for both processors and a chart, and may be published again', async () => {
    const folder = await makeFolder()
    await build(folder)
    await addImages(folder)
    const registry = `${await startRegistry(crane ?? '')}/team`
    const publish = () => runRelease(['--publish', folder, '--registry', registry, '--plain-http'])
    const first = await publish()
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout.replaceAll(/[0-9a-f]{64}/g, '…')).toBe(
      [
        `${registry}/finlore:${version} sha256:…`,
        `oci://${registry}/charts/finlore:${version} sha256:…`,
        'Not signed: there is no COSIGN_PRIVATE_KEY.',
        '',
      ].join('\n'),
    )
    expect((await publish()).stdout).toBe(first.stdout)

    const ask = async (...args: string[]) =>
      (await call(crane ?? '', [...args, '--insecure'])).stdout.trim()
    const index = JSON.parse(await ask('manifest', `${registry}/finlore:${version}`))
    expect(index.manifests.map(({ platform }: { platform: object }) => platform)).toEqual([
      { os: 'linux', architecture: 'amd64' },
      { os: 'linux', architecture: 'arm64' },
    ])
    expect(await ask('digest', `${registry}/finlore:${version}`)).toBe(
      /sha256:[0-9a-f]{64}/.exec(first.stdout)?.[0],
    )
    const pulled = await makeFolder()
    await call(helm?.file ?? '', [
      ...['pull', `oci://${registry}/charts/finlore`, '--version', version, '--plain-http'],
      ...['--destination', pulled],
    ])
    const name = `finlore-${version}.tgz`
    expect(await readFile(path.join(pulled, name))).toEqual(await readFile(path.join(folder, name)))
  })

  test.skipIf(!cosign)(
    'is signed, with its provenance and its parts, by the key of the environment',
    async () => {
      const keys = await makeFolder()
      const env = { COSIGN_PASSWORD: 'a-password-of-tests' }
      const verify = (...args: string[]) =>
        call(cosign ?? '', [...args], { cwd: keys, env: { ...process.env, ...env } })
      await verify('generate-key-pair')
      const signing = {
        ...env,
        COSIGN_PRIVATE_KEY: await readFile(path.join(keys, 'cosign.key'), 'utf8'),
        HOME: keys,
      }
      const folder = await makeFolder()
      const made = await build(folder, signing)
      expect(made).toMatchObject({ code: 0, stderr: '' })
      expect(made.stdout).toMatch(/^SHA256SUMS, signed: SHA256SUMS\.sigstore\.json$/m)
      const byKey = ['--key', path.join(keys, 'cosign.pub'), '--insecure-ignore-tlog=true']
      const bundle = path.join(folder, 'SHA256SUMS.sigstore.json')
      const sums = path.join(folder, 'SHA256SUMS')
      await verify('verify-blob', ...byKey, '--bundle', bundle, sums)

      const registry = `${await startRegistry(crane ?? '')}/team`
      const published = await runRelease(
        ['--publish', folder, '--registry', registry, '--plain-http'],
        signing,
      )
      expect(published).toMatchObject({ code: 0, stderr: '' })
      const chart = `${registry}/charts/finlore@${/sha256:[0-9a-f]{64}/.exec(published.stdout)?.[0]}`
      const plain = ['--allow-http-registry', '--allow-insecure-registry']
      await verify('verify', ...byKey, ...plain, chart)
      for (const type of ['slsaprovenance1', 'cyclonedx']) {
        await verify('verify-attestation', ...byKey, ...plain, '--type', type, chart)
      }
      await appendFile(sums, ' ')
      await expect(verify('verify-blob', ...byKey, '--bundle', bundle, sums)).rejects.toThrow()
    },
  )
})
