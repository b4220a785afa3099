import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../local/run-command.ts'
import { StartError } from '../local/start-error.ts'
import { buildRelease } from './build-release.ts'
import { pushRelease } from './push-release.ts'

/** `npm run release`: what a version consists of, as files; then, from those files, into a registry. */

const USAGE = `Usage: npm run release -- --out DIR [--platforms LIST | none] [--trial]
       npm run release -- --publish DIR --registry HOST/PATH [--plain-http]

  --out DIR        makes in an empty folder: the image for each platform, the chart, the list of parts
                   (CycloneDX), the provenance (SLSA) and checksums; needs no registry
  --platforms LIST linux/amd64,linux/arm64 unless given; none leaves the image out
  --trial          also with changes that are not committed, or have no version in CHANGELOG.md
  --publish DIR    brings what is there into a registry, as it was made
  --plain-http     the registry speaks no TLS

With COSIGN_PRIVATE_KEY (and COSIGN_PASSWORD), checksums, image and chart are signed.
RELEASE_BUILDER names in the provenance who builds, as a URI.`

const PLATFORMS = 'linux/amd64,linux/arm64'
const PLATFORM = /^linux\/(?:amd64|arm64)$/
const REGISTRY = /^[\w.-]+(?::\d+)?(?:\/[a-z0-9._-]+)*$/
const BUILDER = 'urn:finlore:builder:unnamed'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(_cleanUp: unknown, signal: AbortSignal): Promise<void> {
  const { out, platforms, trial, publish, registry, plainHttp } = readArguments()
  if (publish !== undefined) {
    const folder = path.resolve(publish)
    return pushRelease({ folder, registry, isPlain: plainHttp, signal, say })
  }
  const builder = process.env.RELEASE_BUILDER || BUILDER
  await buildRelease({ folder: path.resolve(out), platforms, isTrial: trial, builder, signal, say })
}

function readArguments() {
  const { values } = parsed()
  const { out, publish, registry = '', trial = false } = values
  const plainHttp = values['plain-http'] ?? false
  const listed = values.platforms ?? PLATFORMS
  const platforms = listed === 'none' ? [] : listed.split(',')
  const isRight =
    publish === undefined
      ? out && registry === '' && !plainHttp && platforms.every((one) => PLATFORM.test(one))
      : !out && !trial && values.platforms === undefined && REGISTRY.test(registry)
  if (!isRight) throw new StartError(USAGE)
  return { out: out ?? '', platforms, trial, publish, registry, plainHttp }
}

function parsed() {
  try {
    return parseArgs({
      options: {
        out: { type: 'string' },
        platforms: { type: 'string' },
        trial: { type: 'boolean' },
        publish: { type: 'string' },
        registry: { type: 'string' },
        'plain-http': { type: 'boolean' },
      },
    })
  } catch {
    throw new StartError(USAGE)
  }
}

await runCommand(run, { stopped: 'Stopped: the release is not complete.' })
