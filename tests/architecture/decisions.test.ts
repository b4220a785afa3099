import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const DECISIONS = path.resolve(import.meta.dirname, '../../services/decisions')
const WIDTH = 120

const names = await readdir(DECISIONS)

test('each decision has a number of its own', () => {
  const numbers = names.map((name) => name.slice(0, 4))
  expect(numbers.length).toBeGreaterThan(50)
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe.each(names)('%s', (name) => {
  test('has a title with its number, a day, what was decided, and lines that fit', async () => {
    const lines = (await readFile(path.join(DECISIONS, name), 'utf8')).split('\n')
    const [title = '', blank, day = '', , decision] = lines
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
    expect(title).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S.*[^.]$`))
    expect(blank).toBe('')
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(decision).toMatch(/^\*\*Decision\.\*\* /)
    expect(lines.filter((line) => line.length > WIDTH)).toEqual([])
  })
})
