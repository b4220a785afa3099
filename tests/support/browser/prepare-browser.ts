import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import path from 'node:path'
import chromiumPackage, { inflate } from '@sparticuz/chromium'
import { chromium } from 'playwright'
import { CACHE_HOME } from '../machine/temporary-folder.ts'

export interface BrowserProgram {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** Background traffic of Chromium's own has no place in a test, and no network to go to. */
const ARGS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium that comes from npm, unpacked once per user: it needs neither root nor a download.
 * `CHROMIUM_PATH` names another one. Where the system lacks libraries it needs, its own are used.
 */
export async function prepareBrowser(): Promise<BrowserProgram> {
  const given = process.env.CHROMIUM_PATH
  if (given) return { executablePath: given, args: ARGS, env: {} }

  const folder = path.join(CACHE_HOME, `finlore-chromium-${userInfo().uid}`)
  await mkdir(folder, { recursive: true })
  // The package unpacks to the temporary folder under a fixed name, which another user may own.
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const executablePath = await chromiumPackage.executablePath()
    const plain = { executablePath, args: ARGS, env: {} }
    if (await starts(plain)) return plain

    const packageFile = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    await inflate(path.join(path.dirname(packageFile), '../bin/al2023.tar.br'))
    const env = { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }
    return { ...plain, env }
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** Our own environment with the program's additions. */
export const browserEnv = (additions: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ),
  ...additions,
})

/** Whether there is a browser to test with. */
export async function findWorkingBrowser(): Promise<boolean> {
  try {
    return await starts(await prepareBrowser())
  } catch {
    return false
  }
}

async function starts({ executablePath, args, env }: BrowserProgram): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args, env: browserEnv(env) })
    await browser.close()
    return true
  } catch {
    return false
  }
}
