import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../local/start-error.ts'
import { runTool } from './run-tool.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')

export interface ReleaseSource {
  version: string
  commit: string
  isDirty: boolean
  /** `git+https://…`, or that of this machine where Git knows no other place. */
  uri: string
}

/**
 * What is released, once all that names its version agrees.
 *
 * @param isTrial also of changed files, and of changes without a version
 * @throws {StartError} saying what to mend
 */
export async function readSource(isTrial: boolean, signal: AbortSignal): Promise<ReleaseSource> {
  const version = await readVersion()
  const git = (...args: string[]) => runTool('git', ['-C', ROOT, ...args], signal)
  const [commit, changed] = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain')]
  const remote = await git('remote', 'get-url', 'origin').catch(() => `file://${ROOT}`)
  const isDirty = changed !== ''
  if (!isTrial) {
    if (isDirty) throw new StartError(`Commit these changes first, or add --trial:\n${changed}`)
    await requireChangelog(version)
  }
  return { version, commit, isDirty, uri: `git+${withoutPassword(remote)}` }
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
  const chart = await readFile(path.join(ROOT, 'charts/finlore/Chart.yaml'), 'utf8')
  for (const name of ['version', 'appVersion']) {
    const [, named] = new RegExp(`^${name}: (\\S+)$`, 'm').exec(chart) ?? []
    if (named === version) continue
    throw new StartError(
      `${name} in charts/finlore/Chart.yaml is ${named}, and version in package.json ${version}: make them equal.`,
    )
  }
  return version
}

async function requireChangelog(version: string): Promise<void> {
  const text = await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8')
  const [, newest = ''] = /^## (.+)$/m.exec(text) ?? []
  if (newest === version || newest.startsWith(`${version}:`)) return
  throw new StartError(
    `CHANGELOG.md begins with "${newest}": write "## ${version}: YYYY-MM-DD" there, or add --trial.`,
  )
}

/** Of an address that Git was given with a password. */
function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
