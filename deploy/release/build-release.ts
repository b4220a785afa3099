import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../local/start-error.ts'
import { provenanceOf } from './provenance.ts'
import {
  chartFile,
  hashFiles,
  imageFile,
  partsFile,
  provenanceFile,
  writeChecksums,
} from './release-files.ts'
import { runTool } from './run-tool.ts'
import { signChecksums } from './sign.ts'
import { type ReleaseSource, ROOT, readSource } from './source.ts'

const BASE_IMAGE = 'node:24-trixie-slim'
const PARTS = 'tests/.artifacts/parts.cdx.json'

export interface BuildOptions {
  /** Empty, or new. */
  folder: string
  /** Such as `linux/amd64`; none for a release without images. */
  platforms: readonly string[]
  isTrial: boolean
  /** Who builds it, as a URI. */
  builder: string
  signal: AbortSignal
  say(line: string): void
}

/**
 * Makes everything that a release consists of, as files; needs no registry.
 *
 * @throws {StartError} saying what is missing or wrong
 */
export async function buildRelease(options: BuildOptions): Promise<void> {
  const { folder, platforms, isTrial, builder, signal, say } = options
  const startedAt = new Date()
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) {
    throw new StartError(`${folder} is not empty: name another folder, or empty this one.`)
  }
  const source = await readSource(isTrial, signal)

  await packChart(options, source)
  say(chartFile(source.version))
  await listParts(options, source)
  say(partsFile(source.version))
  for (const platform of platforms) {
    await buildImage(options, source, platform)
    say(imageFile(source.version, platform))
  }
  const files = await hashFiles(folder)
  const base = { name: `docker://${BASE_IMAGE}`, digest: await baseDigest(options) }
  const { version, commit, isDirty, uri } = source
  const statement = provenanceOf(files, {
    source: uri,
    commit,
    isDirty,
    version,
    platforms,
    base,
    builder,
    startedAt,
    finishedAt: new Date(),
  })
  await writeFile(
    path.join(folder, provenanceFile(version)),
    `${JSON.stringify(statement, undefined, 2)}\n`,
  )
  say(provenanceFile(version))
  await writeChecksums(folder)
  say(await signChecksums(folder, signal))
}

const packChart = ({ folder, signal }: BuildOptions, { version }: ReleaseSource) =>
  runTool(
    'helm',
    [
      'package',
      path.join(ROOT, 'charts/finlore'),
      `--version=${version}`,
      `--destination=${folder}`,
    ],
    signal,
  )

/** The same list that `npm run check` makes. */
async function listParts(
  { folder, signal }: BuildOptions,
  { version }: ReleaseSource,
): Promise<void> {
  await runTool(process.execPath, [path.join(ROOT, 'tests/parts/check-parts.ts')], signal)
  await copyFile(path.join(ROOT, PARTS), path.join(folder, partsFile(version)))
}

/** A platform that is not this machine's is emulated, or built by another machine of the builder. */
async function buildImage(
  { folder, signal }: BuildOptions,
  { version, commit }: ReleaseSource,
  platform: string,
): Promise<void> {
  const name = `finlore:${version}-${platform.replaceAll('/', '-')}`
  await runTool(
    'docker',
    [
      ...['buildx', 'build', '--load', '--quiet', '--platform', platform, '--tag', name],
      ...['--provenance=false', '--file', path.join(ROOT, 'deploy/Dockerfile')],
      ...['--build-arg', `NODE_IMAGE=${BASE_IMAGE}`],
      ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${commit}`, ROOT],
    ],
    signal,
  )
  const file = path.join(folder, imageFile(version, platform))
  await runTool('docker', ['save', '--output', file, name], signal)
}

/** Absent where the base was made on this machine. */
async function baseDigest({ platforms, signal }: BuildOptions): Promise<string | undefined> {
  if (platforms.length === 0) return undefined
  const format = '{{join .RepoDigests " "}}'
  const known = await runTool(
    'docker',
    ['image', 'inspect', '--format', format, BASE_IMAGE],
    signal,
  )
  return /@sha256:([0-9a-f]{64})/.exec(known)?.[1]
}
