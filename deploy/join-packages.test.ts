import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isJoinedOtherwise, joinPackages } from './join-packages.mjs'

const FILES = {
  'package.json': JSON.stringify({
    name: 'many',
    version: '1.0.0',
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './second': { import: './second/index.js', default: './second/index.js' },
    },
  }),
  'index.js': "export * from './shape.js'\nexport default 'many'\n",
  'index.d.ts': 'export class Shape {}\n',
  'shape.js':
    "import { basename } from 'node:path'\nexport class Shape { name = basename('a/b') }\n",
  'second/index.js': "import { Shape } from '../shape.js'\nexport const make = () => new Shape()\n",
}

function modulesWith(files: Readonly<Record<string, string>>): string {
  const modules = mkdtempSync(path.join(tmpdir(), 'finlore-join-'))
  onTestFinished(() => rmSync(modules, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(modules, 'many', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return modules
}

const loadBoth = (modules: string) =>
  Promise.all(
    ['index.js', 'second/index.js'].map(
      (file) => import(pathToFileURL(path.join(modules, 'many', file)).href),
    ),
  )

test('entries export what they did, and share what they shared', async () => {
  const modules = modulesWith(FILES)
  await joinPackages(modules, ['many'])
  rmSync(path.join(modules, 'many', 'shape.js'))

  const [first, second] = await loadBoth(modules)
  expect(first.default).toBe('many')
  expect(Object.keys(first)).toEqual(['Shape', 'default'])
  expect(second.make()).toBeInstanceOf(first.Shape)
  expect(second.make().name).toBe('b')
})

test('all else of a package stays', async () => {
  const modules = modulesWith(FILES)
  await joinPackages(modules, ['many'])

  for (const name of ['package.json', 'index.d.ts', 'shape.js'] as const) {
    expect(readFileSync(path.join(modules, 'many', name), 'utf8')).toBe(FILES[name])
  }
})

test('what was interrupted is done again, and a package that is not there is left out', async () => {
  const modules = modulesWith(FILES)
  await joinPackages(modules, ['many', 'missing'])
  writeFileSync(path.join(modules, 'many', 'index.js'), FILES['index.js'])
  writeFileSync(path.join(modules, 'many', 'shape.js'), 'export class Shape {}')
  await joinPackages(modules, ['many', 'missing'])

  const [first, second] = await loadBoth(modules)
  expect(second.make()).toBeInstanceOf(first.Shape)
  expect(second.make().name).toBe('b')
})

test('a package that cannot be joined stays as it was', async () => {
  const modules = modulesWith({ ...FILES, 'second/index.js': 'export const = 1' })

  await expect(joinPackages(modules, ['many'])).rejects.toThrow()
  expect(readFileSync(path.join(modules, 'many', 'index.js'), 'utf8')).toBe(FILES['index.js'])
})

test('a file that is shared by a hard link is replaced here only', async () => {
  const modules = modulesWith(FILES)
  const shared = path.join(modules, 'shared.js')
  linkSync(path.join(modules, 'many', 'index.js'), shared)
  await joinPackages(modules, ['many'])

  expect(readFileSync(shared, 'utf8')).toBe(FILES['index.js'])
})

test.each([
  ['a CommonJS form', { '.': { import: './index.js', require: './index.cjs' } }],
  ['exports that name no single module', { '.': './index.js', './*': './*.js' }],
])('a package with %s stays as it was', async (_, exports) => {
  const manifest = JSON.stringify({ ...JSON.parse(FILES['package.json']), exports })
  const modules = modulesWith({ ...FILES, 'package.json': manifest })

  await expect(joinPackages(modules, ['many'])).rejects.toThrow()
  expect(readFileSync(path.join(modules, 'many', 'index.js'), 'utf8')).toBe(FILES['index.js'])
})

test('a package that another version of this has joined is known', async () => {
  const modules = modulesWith(FILES)
  expect(isJoinedOtherwise(modules, ['many'])).toBe(false)
  await joinPackages(modules, ['many'])
  expect(isJoinedOtherwise(modules, ['many'])).toBe(false)
  writeFileSync(path.join(modules, 'many', '.joined', 'version'), 'another')
  expect(isJoinedOtherwise(modules, ['many', 'missing'])).toBe(true)
})
