import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILD_FILE, hashCode } from '../../services/shared/web-build.ts'
import { StartError } from './start-error.ts'

const BUILD_SCRIPT = path.resolve(import.meta.dirname, '../build-web.ts')
const BUILD_MS = 120_000

/** Builds the web bundle if there is none of the present code. */
export async function ensureWebBuild(say: (line: string) => void): Promise<void> {
  if ((await builtHash()) === (await hashCode())) return
  say('Building the web bundle…')
  const child = spawn(process.execPath, [BUILD_SCRIPT], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: BUILD_MS,
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new StartError(`The web bundle could not be built.\n${errors.trim()}`)
}

async function builtHash(): Promise<string | undefined> {
  try {
    return JSON.parse(await readFile(BUILD_FILE, 'utf8')).hash
  } catch {
    return undefined
  }
}
