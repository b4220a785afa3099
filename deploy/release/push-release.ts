import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../local/start-error.ts'
import { chartFile, verifyChecksums } from './release-files.ts'
import { runTool } from './run-tool.ts'
import { canSign, signPushed } from './sign.ts'

export interface PushOptions {
  /** Made by `buildRelease`. */
  folder: string
  /** `HOST/PATH`: the image becomes `HOST/PATH/finlore`, the chart `HOST/PATH/charts/finlore`. */
  registry: string
  /** Whether the registry is asked without TLS: for one on this machine. */
  isPlain: boolean
  signal: AbortSignal
  say(line: string): void
}

/**
 * Brings a release into a registry, signed where there is a key. May be repeated.
 *
 * @throws {StartError} when its files are not as they were made, or the registry refuses one
 */
export async function pushRelease(options: PushOptions): Promise<void> {
  const { folder, registry, isPlain, signal, say } = options
  await verifyChecksums(folder)
  const names = await readdir(folder)
  const [, version] =
    names.map((name) => /^finlore-(\d.*)\.provenance\.json$/.exec(name)).find(Boolean) ?? []
  if (version === undefined) throw new StartError(`There is no release in ${folder}.`)
  const image = await pushImages(options, names, version)
  const chart = await pushChart(options, version)
  for (const [name, reference] of [
    [`${registry}/finlore:${version}`, image],
    [`oci://${registry}/charts/finlore:${version}`, chart],
  ] as const) {
    if (reference === undefined) continue
    if (canSign()) await signPushed({ reference, folder, version, isPlain }, signal)
    say(`${name} ${reference.slice(reference.indexOf('@') + 1)}${canSign() ? ', signed' : ''}`)
  }
  if (!canSign()) say('Not signed: there is no COSIGN_PRIVATE_KEY.')
}

/** @returns the reference of the index of all platforms; `undefined` for a release without images */
async function pushImages(
  { folder, registry, isPlain, signal }: PushOptions,
  names: readonly string[],
  version: string,
): Promise<string | undefined> {
  const files = names.filter(
    (name) => name.startsWith(`finlore-${version}-`) && name.endsWith('.tar'),
  )
  if (files.length === 0) return undefined
  const crane = (...args: string[]) =>
    runTool('crane', [...args, ...(isPlain ? ['--insecure'] : [])], signal)
  const repository = `${registry}/finlore`
  const pushed: string[] = []
  for (const file of files) {
    const tag = file.slice('finlore-'.length, -'.tar'.length)
    pushed.push(referenceIn(await crane('push', path.join(folder, file), `${repository}:${tag}`)))
  }
  const manifests = pushed.flatMap((reference) => ['--manifest', reference])
  const index = await crane('index', 'append', ...manifests, '--tag', `${repository}:${version}`)
  return `${repository}@${digestIn(index)}`
}

async function pushChart(
  { folder, registry, isPlain, signal }: PushOptions,
  version: string,
): Promise<string> {
  const output = await runTool(
    'helm',
    [
      'push',
      path.join(folder, chartFile(version)),
      `oci://${registry}/charts`,
      ...(isPlain ? ['--plain-http'] : []),
    ],
    signal,
  )
  return `${registry}/charts/finlore@${digestIn(output)}`
}

function digestIn(output: string): string {
  const [digest] = output.match(/sha256:[0-9a-f]{64}/g)?.slice(-1) ?? []
  if (digest === undefined) throw new StartError(`There is no digest in: ${output}`)
  return digest
}

/** The last word that names something in a registry by its digest. */
function referenceIn(output: string): string {
  const [reference] = output.match(/\S+@sha256:[0-9a-f]{64}/g)?.slice(-1) ?? []
  if (reference === undefined) throw new StartError(`There is no digest in: ${output}`)
  return reference
}
