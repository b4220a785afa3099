import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { arch, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasContainers } from '../support/containers/container-site.ts'
import { docker, runDocker } from '../support/containers/docker.ts'
import { findHelms, NO_HELM } from '../support/kube/kube-tools.ts'
import { findCrane, NO_CRANE, startRegistry } from '../support/servers/registry-server.ts'
import { runRelease } from '../support/site/run-release.ts'

const [helm] = await findHelms()
const crane = await findCrane()
if (!helm || !crane) {
  process.stdout.write(`Left out: a release with its image. ${helm ? NO_CRANE : NO_HELM}\n`)
}
const PLATFORM = `linux/${arch() === 'arm64' ? 'arm64' : 'amd64'}`

test.skipIf(!hasContainers || !helm || !crane)(
  'a release with its image is brought into a registry, and runs from there',
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-release-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const made = await runRelease(['--out', folder, '--platforms', PLATFORM, '--trial'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    const name = `finlore-${version}-${PLATFORM.replace('/', '-')}`
    expect(await readdir(folder)).toContain(`${name}.tar`)

    const registry = await startRegistry(crane ?? '')
    const published = await runRelease([
      ...['--publish', folder, '--registry', registry, '--plain-http'],
    ])
    expect(published).toMatchObject({ code: 0, stderr: '' })
    const image = `${registry}/finlore:${version}`
    await docker('pull', '--quiet', image)
    onTestFinished(() =>
      docker('image', 'rm', '--force', image, name.replace('-', ':')).then(() => {}),
    )
    const started = runDocker(['run', '--rm', image, 'nothing'])
    await expect(started).rejects.toThrow(
      'There is no process "nothing"; known are: content, search',
    )
  },
)
