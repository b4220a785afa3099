import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { CHART } from './render-chart.ts'

/** The table of values in the chart's README, made from `values.yaml`: defaults, and the comments before them. */

const README = path.join(CHART, 'README.md')
const BEGIN = '<!-- values: made by tests/chart/write-readme.ts from values.yaml -->'
const END = '<!-- end of values -->'

interface Row {
  path: string
  /** Absent for a group. */
  standard?: string
  meaning: string
}

/** One row for each key that stands on a line of its own, and one for each group that says something. */
function rowsOf(text: string): Row[] {
  const values: unknown = parse(text)
  const rows: Row[] = []
  const place: string[] = []
  let comment: string[] = []
  const lines = text.split('\n')
  for (const [number, line] of lines.entries()) {
    const [, before = '', words] = /^(\s*)# ?(.*)$/.exec(line) ?? []
    if (words !== undefined) {
      comment.push(words)
      continue
    }
    const [, indent = before, key, rest = ''] = /^(\s*)(\w+):(.*)$/.exec(line) ?? []
    if (key === undefined || inList(lines, number)) {
      comment = []
      continue
    }
    place.splice(indent.length / 2, place.length, key)
    const isGroup = rest.trim() === '' && /^\s*(?:# |\w+:)/.test(lines[number + 1] ?? '')
    const meaning = comment.join(' ').replace(/^-- /, '')
    if (!isGroup) {
      const standard = JSON.stringify(place.reduce<unknown>(child, values))
      rows.push({ path: place.join('.'), standard, meaning })
    } else if (meaning !== '') {
      rows.push({ path: place.join('.'), meaning })
    }
    comment = []
  }
  return rows
}

/** Whether a line belongs to an item of a list, which is shown whole beside its key. */
function inList(lines: readonly string[], number: number): boolean {
  const depth = (line: string) => line.search(/\S/)
  let limit = depth(lines[number] ?? '')
  for (const line of lines.slice(0, number).reverse()) {
    if (depth(line) < 0 || depth(line) >= limit) continue
    if (/^\s*- /.test(line)) return true
    limit = depth(line)
  }
  return false
}

const child = (parent: unknown, key: string): unknown =>
  parent instanceof Object ? Reflect.get(parent, key) : undefined

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The README as it should be. */
export async function expectedReadme(): Promise<string> {
  const [values, readme] = await Promise.all([
    readFile(path.join(CHART, 'values.yaml'), 'utf8'),
    readFile(README, 'utf8'),
  ])
  const [head, rest] = readme.split(BEGIN)
  const tail = rest?.split(END)[1]
  if (tail === undefined)
    throw new Error(`${README} has no place for the values: write ${BEGIN} and ${END}`)
  const rows = rowsOf(values).map(({ path, standard, meaning }) =>
    standard === undefined
      ? `| **${path}** | | ${cell(meaning)} |`
      : `| \`${path}\` | \`${cell(standard)}\` | ${cell(meaning)} |`,
  )
  return [
    head + BEGIN,
    '',
    '| value | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    END + tail,
  ].join('\n')
}

export const currentReadme = (): Promise<string> => readFile(README, 'utf8')

export const writeReadme = async (): Promise<void> => writeFile(README, await expectedReadme())
