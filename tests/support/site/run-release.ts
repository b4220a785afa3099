import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { findHelms } from '../kube/kube-tools.ts'
import { findGoTool } from '../machine/go-tools.ts'
import { runEntry } from './run-entry.ts'

/** `npm run release`, with the programs that it needs under their names. */
export async function runRelease(args: readonly string[], env: Record<string, string> = {}) {
  const tools = await mkdtemp(path.join(tmpdir(), 'finlore-tools-'))
  onTestFinished(() => rm(tools, { recursive: true }))
  const [helm] = await findHelms()
  const files = {
    helm: helm?.file,
    crane: await findGoTool('crane'),
    cosign: await findGoTool('cosign'),
  }
  for (const [name, file] of Object.entries(files)) {
    if (file) await symlink(file, path.join(tools, name))
  }
  return runEntry('deploy/release/release.ts', args, {
    PATH: [tools, process.env.PATH].join(path.delimiter),
    HOME: process.env.HOME ?? '/',
    ...env,
  })
}
