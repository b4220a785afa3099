import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Type } from 'typebox'
import { test as base, describe, expect } from 'vitest'
import { commonEnv, parseEnv } from './config.ts'

const test = base.extend('write', async ({}, { onCleanup }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'settings-'))
  onCleanup(() => rmSync(folder, { recursive: true }))
  return (text: string) => {
    const file = path.join(folder, 'setting')
    writeFileSync(file, text)
    return file
  }
})

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 3000 }),
  DATABASE_URL: Type.String({ minLength: 1 }),
})

test('a process listens on the loopback interface only, unless it is configured', () => {
  const env = Type.Object(commonEnv)

  expect(parseEnv(env, {}).HOST).toBe('127.0.0.1')
  expect(parseEnv(env, { HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
})

describe('parseEnv', () => {
  test('converts values, fills in defaults, ignores other variables and freezes', () => {
    const config = parseEnv(schema, { PORT: '8080', DATABASE_URL: 'postgres://x', HOME: '/' })

    expect(config).toEqual({ PORT: 8080, DATABASE_URL: 'postgres://x' })
    expect(Object.isFrozen(config)).toBe(true)
    expect(parseEnv(schema, { DATABASE_URL: 'x' }).PORT).toBe(3000)
  })

  test('treats an empty variable as unset', () => {
    expect(parseEnv(schema, { PORT: '', DATABASE_URL: 'x' }).PORT).toBe(3000)
    expect(() => parseEnv(schema, { DATABASE_URL: '' })).toThrow('DATABASE_URL')
  })

  test('names every invalid variable at once, without its value', () => {
    const refuse = () => parseEnv(schema, { PORT: 'secret-abc' })

    expect(refuse).toThrow(/PORT/)
    expect(refuse).toThrow(/DATABASE_URL: is missing/)
    expect(refuse).not.toThrow(/secret-abc/)
  })

  test('reads a setting from the file named in its _FILE variable, without the last line break', ({
    write,
  }) => {
    const read = (text: string) => parseEnv(schema, { DATABASE_URL_FILE: write(text) }).DATABASE_URL

    expect(read('postgres://user:secret@host/site\n')).toBe('postgres://user:secret@host/site')
    expect(read('one\r\n')).toBe('one')
    expect(read('two lines\n\n')).toBe('two lines\n')
    expect(parseEnv(schema, { DATABASE_URL: 'x', PORT_FILE: write('8080\n') }).PORT).toBe(8080)
  })

  test('treats an empty file name as unset', () => {
    expect(parseEnv(schema, { DATABASE_URL: 'x', DATABASE_URL_FILE: '' }).DATABASE_URL).toBe('x')
  })

  test('names a file that cannot be read, is empty or is given beside a value, without its content', ({
    write,
  }) => {
    const errorOf = (env: NodeJS.ProcessEnv) => {
      try {
        return JSON.stringify(parseEnv(schema, env))
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    expect(errorOf({ DATABASE_URL_FILE: '/nowhere/url', PORT: 'abc' })).toBe(
      `Invalid environment:
  DATABASE_URL_FILE: the file /nowhere/url cannot be read (ENOENT)
  PORT: must be integer`,
    )
    expect(errorOf({ DATABASE_URL_FILE: tmpdir() })).toMatch(/cannot be read \(EISDIR\)$/)
    const empty = write('\n')
    expect(errorOf({ DATABASE_URL_FILE: empty })).toBe(
      `Invalid environment:\n  DATABASE_URL_FILE: the file ${empty} is empty`,
    )
    expect(errorOf({ DATABASE_URL: 'secret', DATABASE_URL_FILE: write('other') })).toBe(
      'Invalid environment:\n  DATABASE_URL: DATABASE_URL_FILE is given as well; keep one of the two',
    )
    expect(errorOf({ DATABASE_URL: 'x', PORT_FILE: write('secret') })).not.toMatch(/secret/)
  })
})
