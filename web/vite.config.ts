// Two builds from one configuration, each run from the root of the repository:
//
//   vite build --config web/vite.config.ts          the browser's files → web/dist/client
//   vite build --config web/vite.config.ts --ssr    the server's bundle → web/dist/server/entry-server.js
//
// The browser's addresses are in web/dist/client/.vite/manifest.json under "src/entry-client.ts".
// `--mode development` on both makes bundles with React's own checks, for looking at warnings.

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Around every `import()` Vite puts a helper that first fetches the style sheets and scripts which
 * the chunk needs. Every document brings the one style sheet that there is, so all that is left of
 * the helper, which is half of Vite's share of the boot script, is its word of a chunk that fails.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export const __vitePreload = (load) => load().catch((error) => {
      dispatchEvent(new Event('vite:preloadError'))
      throw error
    })`,
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
          rolldownOptions: { input: 'src/entry-client.ts' },
        },
  }
})
