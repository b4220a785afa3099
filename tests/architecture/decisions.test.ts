import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const DECISIONS = 'services/decisions'
const INDEX = `${DECISIONS}/README.md`
const FORMER_NUMBERS = '## Former numbers'
const WIDTH = 120

const FOLDERS = ['charts', 'content', 'deploy', 'docs', 'migrations', 'services', 'tests', 'web']
const NOT_OURS = /(?:^|\/)(?:node_modules|dist|\.artifacts)(?:\/|$)/
const TEXTS = /(?:\.(?:md|tsx?|mts|m?js|css|ya?ml|json|sh|tpl|template|conf|sql)|Dockerfile)$/

const read = (file: string) => readFile(path.join(ROOT, file), 'utf8')

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { withFileTypes: true })
  const files = await Promise.all(
    entries.map((entry) => {
      const name = path.posix.join(folder, entry.name)
      if (NOT_OURS.test(name)) return []
      if (entry.isDirectory()) return filesIn(name)
      return entry.isFile() && TEXTS.test(name) ? [name] : []
    }),
  )
  return files.flat()
}

const atTheTop = (await readdir(ROOT)).filter((name) => TEXTS.test(name))
const texts = new Map(
  await Promise.all(
    [...atTheTop, ...(await Promise.all(FOLDERS.map(filesIn))).flat()].map(
      async (file) => [file, await read(file)] as const,
    ),
  ),
)

const names = (await readdir(path.join(ROOT, DECISIONS))).filter((name) => name !== 'README.md')
const numberOf = (name: string) => name.slice(0, 4)
const numbers = new Set(names.map(numberOf))

const records = await Promise.all(
  names.map(async (name) => {
    const lines = (await read(`${DECISIONS}/${name}`)).split('\n')
    const takenIn = /\. Takes in ([\d, ]+)\.$/.exec(lines[2] ?? '')?.[1]?.split(', ') ?? []
    return { name, lines, title: lines[0]?.replace(/^# /, ''), takenIn }
  }),
)

const [indexOfRecords = '', formerNumbers = ''] = (await read(INDEX)).split(FORMER_NUMBERS)

/** The lines of the index, as they are written. */
const entries = [
  ...indexOfRecords.matchAll(/^\| \[(.+?)\]\((\S+?)\) \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, title, name, decision = '', state = '']) => ({ title, name, decision, state }))

/** What the table of former numbers says of each. */
const former = new Map(
  [...formerNumbers.matchAll(/^\| (\d{4}) \| (.+) \|$/gm)].map(([, number = '', now = '']) => [
    number,
    now,
  ]),
)

test('each decision has a number and a title of its own', () => {
  expect(numbers.size).toBe(names.length)
  const titles = records.map(({ title }) => title?.slice(5))
  expect(new Set(titles).size).toBe(names.length)
})

describe.each(records)('$name', ({ name, lines, takenIn }) => {
  test('has a title with its number, dates, what was decided, and lines of limited length', () => {
    const [title = '', blank, days = '', , decision] = lines
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
    expect(title).toMatch(new RegExp(`^# ${numberOf(name)} \\S.*[^.]$`))
    expect(blank).toBe('')
    expect(days).toMatch(
      /^\d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?(?:\. Takes in (?:\d{4}, )*\d{4}\.)?$/,
    )
    expect(decision).toMatch(/^\*\*Decision\.\*\* /)
    const tooLong = lines.filter((line) => line.length > WIDTH && !line.startsWith('|'))
    expect(tooLong).toEqual([])
  })

  test('has the lowest number of those that it replaces, which the index lists', () => {
    for (const number of takenIn) {
      expect(number > numberOf(name), number).toBe(true)
      expect(numbers.has(number), number).toBe(false)
      expect(former.get(number), number).toContain(`(${name})`)
    }
  })
})

describe('the index of decisions', () => {
  test('has each record once, under its own title', () => {
    const inIndex = entries.map(({ name, title }) => `${name}: ${title}`)
    expect(inIndex.toSorted()).toEqual(
      records.map(({ name, title }) => `${name}: ${title}`).toSorted(),
    )
  })

  test('has a sentence for each record, and whether it is in force', () => {
    for (const { name, decision, state } of entries) {
      expect(decision, name).toMatch(/^\S.*\.$/)
      const by = /^superseded by \[(\d{4})\]\(\1-[a-z0-9-]+\.md\)$/.exec(state)?.[1]
      if (state !== 'in force') expect(numbers, `${name}: ${state}`).toContain(by)
    }
  })

  test('has at most 45 records in force', () => {
    const inForce = entries.filter(({ state }) => state === 'in force')
    expect(inForce.length).toBeLessThanOrEqual(45)
  })

  test('links each former number to its record', () => {
    expect(former.size).toBeGreaterThan(40)
    for (const [number, now] of former) {
      expect(numbers.has(number), number).toBe(false)
      expect(now, number).toMatch(/\]\(/)
    }
  })
})

describe('a reference to a decision', () => {
  /** Numbers of records that took others in, and the rules of their form, may name what has gone. */
  const withoutFormerNumbers = (file: string, text: string) => {
    if (file === INDEX) return indexOfRecords
    return text.replace(/^\d{4}-\d{2}-\d{2}.*Takes in .*$/m, '').replace(/"Takes in [^"]*"/, '')
  }

  const mentions = [...texts]
    .filter(([file]) => file !== path.relative(ROOT, import.meta.filename))
    .map(([file, text]) => ({ file, text: withoutFormerNumbers(file, text) }))

  const found = (pattern: RegExp, among = mentions) =>
    among.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map(([words, of = '']) => ({ file, words, of })),
    )

  test('names an existing file', () => {
    const links = found(/(?<![\w-])(0\d{3}-[a-z][a-z0-9-]*(?:\.md)?)/g)
    expect(links.length).toBeGreaterThan(40)
    expect(links.filter(({ of }) => !names.includes(of))).toEqual([])
  })

  test('has an existing number', () => {
    const used = [
      ...found(/\b(?:decision|record)s?\s+(0\d{3})\b/gi),
      ...found(
        /\b(0\d{3})\b/g,
        mentions.filter(({ file }) => file.startsWith(DECISIONS) && file !== INDEX),
      ),
    ]
    expect(used.length).toBeGreaterThan(40)
    expect(used.filter(({ of }) => !numbers.has(of))).toEqual([])
  })

  test('links to the record of its number', () => {
    const links = found(/\[[^\]]*\b(0\d{3}\b[^\]]*\]\([^)]*\b0\d{3})-[a-z0-9-]+\.md/g)
    expect(links.length).toBeGreaterThan(40)
    expect(links.filter(({ of }) => of.slice(0, 4) !== of.slice(-4))).toEqual([])
  })

  test('links relative to its own file', () => {
    const links = mentions.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)\s#]*\/?0\d{3}-[a-z0-9-]+\.md)/g)].map(
        ([, link = '']) => ({
          file,
          target: path.posix.join(path.posix.dirname(file), link),
        }),
      ),
    )
    const there = new Set(names.map((name) => `${DECISIONS}/${name}`))
    expect(links.filter(({ target }) => !there.has(target))).toEqual([])
  })
})
