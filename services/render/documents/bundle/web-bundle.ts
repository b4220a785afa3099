import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { WebAssets, WebBundle } from '#shared/contracts/web-bundle.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { BUILD_FILE, WEB_DIST } from '#shared/web-build.ts'

/** The result of `npm run build`, loaded once at start-up. */
export interface LoadedBundle extends WebBundle {
  assets: WebAssets
  /** The hash of the code. Names this build's stored pages, and is `webpackCompilationHash`. */
  build: string
  /** The folder of files that are served as they are. */
  clientFolder: string
}

const Manifest = Type.Record(
  Type.String(),
  Type.Object({
    file: Type.String(),
    css: Type.Optional(Type.Array(Type.String())),
  }),
)
const Build = Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{20}$' }) })

/** @throws {Error} when there is no build, or it is damaged: without it there are no pages */
export async function loadWebBundle(dist = WEB_DIST): Promise<LoadedBundle> {
  try {
    const clientFolder = path.join(dist, 'client')
    const { hash } = Value.Parse(Build, await readJson(path.join(dist, path.basename(BUILD_FILE))))
    const manifest = Value.Parse(
      Manifest,
      await readJson(path.join(clientFolder, '.vite/manifest.json')),
    )
    const entry = manifest['src/entry-client.ts']
    const lite = manifest['src/styles/lite.css']
    if (!entry || !lite) throw new Error('the manifest names no entry')

    const module: WebBundle = await import(
      pathToFileURL(path.join(dist, 'server/entry-server.js')).href
    )
    return {
      renderPage: module.renderPage,
      renderArticleEnd: module.renderArticleEnd,
      assets: {
        script: `/${entry.file}`,
        scriptIntegrity: integrityOf(await readFile(path.join(clientFolder, entry.file))),
        styles: (entry.css ?? []).map((file) => `/${file}`),
        liteStyles: `/${lite.file}`,
      },
      build: hash,
      clientFolder,
    }
  } catch (cause) {
    throw new Error('The web bundle cannot be loaded. Run: npm run build', { cause })
  }
}

/** A metric with this process's build: pages of other builds are stored apart. */
export function observeWebBuild(registry: Registry, build: string): void {
  observeWith(registry).gauge({
    name: 'finlore_web_build_info',
    help: '1; the hash of the code that renders pages, under which they are stored',
    labelNames: ['build'],
    read: () => [[{ build }, 1]],
  })
}

const integrityOf = (bytes: Buffer) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))
