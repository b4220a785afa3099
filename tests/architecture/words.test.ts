import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSource } from '../support/source/parse-source.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * The folders in which each rule holds. A folder is added once it keeps the rule, and never removed:
 * the aim of every list is the whole repository.
 */
const SCOPES = {
  prose: ['services', 'web/src', 'web/vite.config.ts', 'deploy', 'migrations', 'bench', 'tests'],
  names: ['web/src', 'tests/e2e'],
  productNames: ['web/src', 'services/content', 'services/shared'],
  constants: ['services', 'web/src', 'deploy', 'tests/e2e'],
  exports: ['services', 'web/src', 'deploy'],
  functions: ['services', 'web/src', 'web/vite.config.ts', 'deploy', 'migrations'],
  spreads: ['web/src', 'tests/e2e'],
  objectSpreads: ['services', 'web/src', 'deploy', 'tests'],
}

/**
 * What comments and titles of tests do not say, and what they say instead. Each of these made a
 * reader guess who does something, or what is meant.
 */
const BANNED_PROSE: readonly (readonly [RegExp, string])[] = [
  [/\b(?:whoever|nobody|whom)\b/i, 'name who does it, or what does not happen'],
  [/\bwho (?:asks|wants|looks)\b/i, 'name the reader, the caller or the process'],
  [/\b(?:told of|tells? of)\b/i, 'reported, announced, emitted'],
  [/\b(?:can(?:not)?|could not) be had\b/i, 'cannot be loaded, does not exist'],
  [/\banew\b/i, 'again, or name the action: reload, rebuild'],
  [/\bin vain\b/i, 'without success, fails'],
  [/\b(?:code|version) of before\b/i, 'former version'],
  [/\bcomes? to life\b/i, 'is hydrated, works'],
  [/\bstands? in for\b/i, 'replaces'],
  [/\bknocks?\b(?!-on)/i, 'connects, requests'],
  [/\bgoodbye\b/i, 'closes the connection'],
  [/\bfor so long\b/i, 'for this many milliseconds'],
]

/** Constants that say neither what they hold nor in which unit. */
const BANNED_CONSTANTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:MOST|MOST_\w+)$/, 'MAX_ and what is counted'],
  [/^(?:FEW|PART|GROUP|CHUNK|AHEAD|AT_ONCE|GATHERING)$/, 'what is counted, and its unit'],
  [/^(?:NEWS|KNOCKING_MS|LINGER_MS)$/, 'what happens at this time'],
]

/** Names that leave open what they hold. */
const BANNED_NAMES: readonly (readonly [RegExp, string])[] = [
  ...BANNED_CONSTANTS,
  [/^(?:LONGEST_MS|PATIENCE_MS)$/, 'what happens at this time'],
  [/^(?:underWay|begun|theirs|looked|takeSign|witness)$/, 'the thing itself: inFlight, former…'],
  [/(?:Goodbye|Knock|foresee|TakenBack|Whoever|Nobody)/, 'the term of the field'],
]

/** Names that say what was done with a thing instead of what it is, tests apart. */
const BANNED_PRODUCT_NAMES: readonly (readonly [RegExp, string])[] = [
  ...BANNED_NAMES,
  [/^(?:asked|told|said)$/, 'the thing itself: a request, warnings, a reason'],
]

const MAX_FUNCTION_LINES = 80

/** Longer functions that only list data: the tables of the first migrations. */
const FLAT_DATA: ReadonlySet<string> = new Set([
  'migrations/content/20261120T0900-create-content.ts up',
  'migrations/content/20261120T1700-count-and-date-lists.ts up',
])

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file)

async function filesIn(scopes: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    scopes.map(async (scope) => {
      if (path.extname(scope) !== '') return [scope]
      const names = await readdir(path.join(ROOT, scope), { recursive: true })
      return names.map((name) => path.posix.join(scope, name))
    }),
  )
  return files.flat().filter((file) => /\.tsx?$/.test(file))
}

type Banned = readonly (readonly [RegExp, string])[]

/** Why a text is refused, or nothing. */
const reasonsFor = (banned: Banned, text: string) =>
  banned.flatMap(([word, instead]) => (word.test(text) ? [`${word} → ${instead}`] : []))

async function findProse(file: string, source?: string): Promise<string[]> {
  const { prose } = await parseSource(file, source)
  return prose.flatMap(({ line, text }) =>
    reasonsFor(BANNED_PROSE, text).map((reason) => `${file}:${line} ${reason}`),
  )
}

async function findNames(
  file: string,
  source?: string,
  banned: Banned = BANNED_NAMES,
): Promise<string[]> {
  const { names } = await parseSource(file, source)
  return names.flatMap(({ line, text }) =>
    reasonsFor(banned, text).map((reason) => `${file}:${line} ${text}: ${reason}`),
  )
}

async function findLongFunctions(file: string, source?: string): Promise<string[]> {
  const { functions } = await parseSource(file, source)
  return functions
    .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
    .filter(({ text }) => !FLAT_DATA.has(`${file} ${text}`))
    .map(({ line, text, lines }) => `${file}:${line} ${text}: ${lines} lines`)
}

async function findSpreads(file: string, source?: string): Promise<string[]> {
  const { spreadLiterals } = await parseSource(file, source)
  return spreadLiterals.map(({ line, text }) => `${file}:${line} ${text}`)
}

/**
 * Names that mean the same in every file: what each service or thread must export, a component with
 * the name of the page that it shows, and what web has its own copy of, because it takes no code of
 * the services into the bundle.
 */
const SAME_MEANING: ReadonlySet<string> = new Set([
  'loadConfig',
  'buildApp',
  'work',
  'fieldOf',
  'sliceAddress',
  'Page',
  'Sponsored',
])
const isPageOfContract = (name: string) => /^[A-Z]\w*Page$/.test(name)

/** Names that several files export. */
function findRepeated(exported: readonly { file: string; text: string }[]): string[] {
  const files = Map.groupBy(exported, ({ text }) => text)
  return [...files]
    .map(([name, places]) => [name, new Set(places.map(({ file }) => file))] as const)
    .filter(([, { size }]) => size > 1)
    .map(([name, places]) => `${name}: ${[...places].join(', ')}`)
}

const inAll = async (
  scopes: readonly string[],
  find: (file: string) => Promise<string[]>,
): Promise<string[]> => {
  const files = await filesIn(scopes)
  expect(files.length).toBeGreaterThan(10)
  return (await Promise.all(files.map((file) => find(file)))).flat()
}

describe('plain technical English', () => {
  test('is what comments and titles of tests are written in', async () => {
    expect(await inAll(SCOPES.prose, findProse)).toEqual([])
  })

  test('is what names are made of', async () => {
    expect(await inAll(SCOPES.names, findNames)).toEqual([])
    const findConstants = (file: string) => findNames(file, undefined, BANNED_CONSTANTS)
    expect(await inAll(SCOPES.constants, findConstants)).toEqual([])
    const findInProduct = async (file: string) =>
      isTest(file) ? [] : findNames(file, undefined, BANNED_PRODUCT_NAMES)
    expect(await inAll(SCOPES.productNames, findInProduct)).toEqual([])
  })
})

test('an exported name has one meaning', async () => {
  const exported = await Promise.all(
    (await filesIn(SCOPES.exports)).map(async (file) =>
      (await parseSource(file)).exports.map(({ text }) => ({ file, text })),
    ),
  )
  const judged = exported
    .flat()
    .filter(({ text }) => !SAME_MEANING.has(text) && !isPageOfContract(text))
  expect(findRepeated(judged)).toEqual([])
})

describe('plain code', () => {
  test(`has no function of more than ${MAX_FUNCTION_LINES} lines, tests and tables apart`, async () => {
    const find = async (file: string) => (isTest(file) ? [] : findLongFunctions(file))
    expect(await inAll(SCOPES.functions, find)).toEqual([])
  })

  test('spreads no literals', async () => {
    expect(await inAll(SCOPES.spreads, findSpreads)).toEqual([])
    const objects = await inAll(SCOPES.objectSpreads, findSpreads)
    expect(objects.filter((found) => found.includes(' ...{'))).toEqual([])
  })
})

describe('these rules', () => {
  test('find a banned word in comments and titles only', async () => {
    const source = [
      '// Whoever comes, no comment may say so.',
      "const text = 'Nobody reads this'",
      "describe.each([1])('is made anew', () => {})",
      '/** Says nothing banned. */',
    ].join('\n')
    expect(await findProse('a.ts', source)).toEqual([
      expect.stringContaining('a.ts:1 '),
      expect.stringContaining('a.ts:3 '),
    ])
  })

  test('find a banned name where it is declared', async () => {
    expect(await findNames('a.ts', 'const MOST = 1\nconst MAX_PAGES = 2')).toEqual([
      'a.ts:1 MOST: /^(?:MOST|MOST_\\w+)$/ → MAX_ and what is counted',
    ])
  })

  test('find a name that two files export, and no re-export', async () => {
    const source = 'export const a = 1\nexport interface B {}\nexport function c() {}'
    const [one, other] = await Promise.all([
      parseSource('one.ts', source),
      parseSource('other.ts', "export { a, c } from './one.ts'\nexport type B = 1"),
    ])
    const places = [
      ...one.exports.map(({ text }) => ({ file: 'one.ts', text })),
      ...other.exports.map(({ text }) => ({ file: 'other.ts', text })),
    ]
    expect(findRepeated(places)).toEqual(['B: one.ts, other.ts'])
  })

  test('count the lines of a function, and not those of a table', async () => {
    const linesOf = (count: number) => Array.from({ length: count }, () => '  a,').join('\n')
    const body = (count: number) =>
      `function long() {\n  const a = [\n${linesOf(count - 4)}\n  ]\n}`
    expect(await findLongFunctions('a.ts', body(80))).toEqual([])
    expect(await findLongFunctions('a.ts', body(81))).toEqual(['a.ts:1 long: 81 lines'])
    expect(await findLongFunctions('a.ts', `const f = () => [\n${linesOf(90)}\n]`)).toEqual([])
  })

  test('find a spread literal, and no other spread', async () => {
    const source = 'f({ ...{ a, b }, ...c })\nf([...[1, 2], ...d])'
    expect(await findSpreads('a.ts', source)).toEqual(['a.ts:1 ...{ a, b }', 'a.ts:2 ...[1, 2]'])
  })
})
