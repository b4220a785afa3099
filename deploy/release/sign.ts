import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHECKSUMS, partsFile, provenanceFile, SIGNATURE } from './release-files.ts'
import { runTool } from './run-tool.ts'

/** By a key of one's own, so nothing is written to a public log of signatures. */
const BY_KEY = [
  ...['--yes', '--key=env://COSIGN_PRIVATE_KEY', '--tlog-upload=false'],
  '--use-signing-config=false',
]

/** Cosign reads the key and its password from the environment by itself. */
export const canSign = (): boolean => Boolean(process.env.COSIGN_PRIVATE_KEY)

/** @returns what to say of it */
export async function signChecksums(folder: string, signal: AbortSignal): Promise<string> {
  if (!canSign()) return `${CHECKSUMS}, not signed: there is no COSIGN_PRIVATE_KEY`
  const bundle = path.join(folder, SIGNATURE)
  await runTool(
    'cosign',
    ['sign-blob', ...BY_KEY, `--bundle=${bundle}`, path.join(folder, CHECKSUMS)],
    signal,
  )
  return `${CHECKSUMS}, signed: ${SIGNATURE}`
}

export interface Signed {
  /** `HOST/PATH@sha256:…` in a registry. */
  reference: string
  folder: string
  version: string
  /** Of a registry that is asked without TLS. */
  isPlain: boolean
}

/** Signs an image or a chart in a registry, and attaches how and of what it was made. */
export async function signPushed(pushed: Signed, signal: AbortSignal): Promise<void> {
  const { reference, folder, version, isPlain } = pushed
  const at = isPlain ? ['--allow-http-registry', '--allow-insecure-registry'] : []
  await runTool('cosign', ['sign', ...BY_KEY, ...at, reference], signal)
  const attest = (type: string, file: string) =>
    runTool(
      'cosign',
      ['attest', ...BY_KEY, ...at, `--type=${type}`, `--predicate=${file}`, reference],
      signal,
    )
  await attest('cyclonedx', path.join(folder, partsFile(version)))
  // Cosign writes a statement of its own around the predicate.
  const work = await mkdtemp(path.join(tmpdir(), 'finlore-release-'))
  try {
    const text = await readFile(path.join(folder, provenanceFile(version)), 'utf8')
    const file = path.join(work, 'predicate.json')
    await writeFile(file, JSON.stringify(JSON.parse(text).predicate))
    await attest('slsaprovenance1', file)
  } finally {
    await rm(work, { recursive: true })
  }
}
