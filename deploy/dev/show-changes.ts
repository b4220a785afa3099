import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Plugin } from 'vite'
import { loadWebBundle } from '../../services/render/documents/bundle/web-bundle.ts'
import type { PagePath } from '../../services/shared/contracts/primitives.ts'
import { WEB_DIST } from '../../services/shared/web-build.ts'
import { buildWeb, sealBuild } from '../build-web.ts'
import { say } from '../local/run-until-stopped.ts'
import { type ServiceAddresses, untilSiteAnswers } from '../local/until-answers.ts'
import type { ProcessName } from '../processes.ts'
import type { DevIngress } from './dev-ingress.ts'
import type { DevProcesses } from './dev-processes.ts'

/** Apart from what `npm run build` makes: no other command finds this bundle. */
export const DEV_DIST = path.join(WEB_DIST, 'dev')

const ROOT = path.resolve(import.meta.dirname, '../..')
export const CODE_FOLDERS = ['web/src', 'web/public', 'services'].map((name) =>
  path.join(ROOT, name),
)

const CODE = /^(?:services|web)\/.*\.(?:tsx?|css|svg|png|ico)$/
const NO_CODE = /\.test\.tsx?$/
const NO_STYLE = /(?<!\.css)$/
/** What the web bundle is built from. */
const WEB = /^(?:web|services\/shared)\//
const CONTENT = /^services\/(?:content|shared)\//
const SEARCH = /^services\/(?:search|shared)\//

const SERVICES: readonly ProcessName[] = ['content', 'search', 'render', 'worker']

/** Adds to the boot script what listens to the ingress. */
const listensForNews: Plugin = {
  name: 'listens-for-news',
  transform: {
    filter: { id: /\/src\/entry-client\.ts$/ },
    handler: (code) => ({ code: `import './dev-reload.ts'\n${code}`, map: null }),
  },
}

/** How a folder that lacks many articles is imported: not at all, and the site goes on. */
export const KEEPS_STORED = ['--keep-stored', 'npm run dev --'] as const

interface ChangeOptions {
  processes: DevProcesses
  ingress: DevIngress
  /** Where the processes answer. */
  site: ServiceAddresses
  contentFolder: string
}

/** Has what was saved run, and seen in every open page. */
export function createChanges(options: ChangeOptions) {
  const { processes, ingress, site, contentFolder } = options
  let build = ''
  /** Pages of this build that were stored. */
  const made = new Set<string>()
  /** Saved code that no page shows yet: what could not be built or run is tried again with the next. */
  const unseen = new Set<string>()
  const isUnseen = (place: RegExp) => [...unseen].some((file) => place.test(file))

  async function buildAnew(isWebNew: boolean) {
    // Pages are stored under the name of their build, so those of former code are forgotten.
    const name = randomBytes(10).toString('hex')
    if (isWebNew) {
      await buildWeb(DEV_DIST, name, {
        mode: 'development',
        plugins: [listensForNews],
        build: { minify: false, sourcemap: 'inline' },
      })
    }
    await sealBuild(DEV_DIST, name)
    build = name
    made.clear()
  }

  async function restart(names: readonly ProcessName[]) {
    await untilSiteAnswers(site, { signal: await processes.restart(names, SERVICES) })
  }

  async function showCode() {
    await buildAnew(isUnseen(WEB))
    const names: ProcessName[] = ['render', 'worker']
    if (isUnseen(CONTENT)) names.push('content')
    if (isUnseen(SEARCH)) names.push('search')
    ingress.hold()
    await restart(names)
    ingress.release()
    const { assets } = await loadWebBundle(DEV_DIST)
    ingress.tell({ build, ...(!isUnseen(NO_STYLE) && { styles: assets.styles }) })
    unseen.clear()
  }

  return {
    onPublished(publishedBuild: string, paths: readonly PagePath[]) {
      if (publishedBuild !== build) return
      // What the same code made before says something else now: it was edited.
      const edited = paths.filter((name) => made.has(name))
      for (const name of paths) made.add(name)
      if (edited.length > 0) ingress.tell({ build, paths: edited })
    },
    async begin() {
      await buildAnew(true)
      await restart(SERVICES)
      ingress.tell({ build })
    },
    /** @throws when it cannot be built, or does not run: open pages stay as they are */
    async show(files: readonly string[]) {
      const saved = performance.now()
      const code = files
        .map((file) => path.relative(ROOT, file).split(path.sep).join('/'))
        .filter((file) => CODE.test(file) && !NO_CODE.test(file))
      for (const file of code) unseen.add(file)
      const isText = files.some((file) => file.startsWith(contentFolder + path.sep))
      const isToImport = isText || isUnseen(CONTENT)
      if (code.length > 0) {
        await showCode()
        const seconds = (performance.now() - saved) / 1_000
        say(`${code.join(', ')}: shown after ${seconds.toFixed(1)} s`)
      }
      // It says itself what is wrong with a text.
      if (isToImport) await processes.run('import', ...KEEPS_STORED)
    },
  }
}
