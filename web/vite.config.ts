// Two builds from one configuration, each run from the root of the repository:
//
//   vite build --config web/vite.config.ts          the browser's files → web/dist/client
//   vite build --config web/vite.config.ts --ssr    the server's bundle → web/dist/server/entry-server.js
//
// The browser's addresses are in web/dist/client/.vite/manifest.json under "src/entry-client.ts"; that of the style sheet
// of light pages under "src/styles/lite.css".
// `--mode development` on both makes bundles with React's own checks, for looking at warnings.

/*
 * Promise: a chunk that cannot be loaded is requested again, and its failure reaches only the code
 * that imports it (web/src/browser/chunk-failure.ts).
 * Upstream: Vite keeps its helper, which dispatches an event for the whole page:
 * https://vite.dev/guide/build#load-error-handling
 * Relies on: the helper being the module `\0vite/preload-helper.js` with the export `__vitePreload`,
 * which the plugin below loads in its place. Its list of files is named `__vite__mapDeps`; with
 * another name the list would stay in the scripts, where it does no harm.
 */

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Vite wraps every `import()` in a helper that first fetches the style sheets and scripts which the
 * chunk needs, and dispatches an event on the window when it fails. Every document has the only
 * style sheet already, and the code that imports a chunk decides what a failure means.
 *
 * The helper here only retries once. Browsers remember a failed module by its address as long as the
 * document is open, so each retry has an address of its own, made from the one in the error message.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `let tries = 0
      export const __vitePreload = (load) => load().catch((error) => {
        const [address] = /https?:\\S+\\.js/.exec(error) ?? []
        if (!address) throw error
        tries += 1
        return import(/* @vite-ignore */ address + '?' + tries)
      })`,
  },
  // Vite still lists the style sheets that each chunk needs, for the helper that it no longer has.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        chunk.code = chunk.code
          .replace(/^const __vite__mapDeps=.*;\n/, '')
          .replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '')
      }
    },
  },
}

export default defineConfig(({ command, isSsrBuild, mode }) => {
  const environment = mode === 'development' ? 'development' : 'production'
  // A test runner may have set it to "test", and React would then be built half for development.
  if (command === 'build') process.env.NODE_ENV = environment

  return {
    root: import.meta.dirname,
    base: '/',
    plugins: [react(), plainImports],
    define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify(environment) } : {},
    // One file that runs wherever Node does, without node_modules beside it.
    ssr: { noExternal: true },
    build: isSsrBuild
      ? {
          outDir: 'dist/server',
          emptyOutDir: true,
          copyPublicDir: false,
          target: 'node24',
          rolldownOptions: { input: 'src/entry-server.tsx' },
        }
      : {
          outDir: 'dist/client',
          emptyOutDir: true,
          manifest: true,
          // The content security policy allows no data: address.
          assetsInlineLimit: 0,
          modulePreload: false,
          rolldownOptions: {
            input: { 'entry-client': 'src/entry-client.ts', lite: 'src/styles/lite.css' },
          },
        },
  }
})
