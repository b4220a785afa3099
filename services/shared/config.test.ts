import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { parseEnv } from './config.ts'

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 3000 }),
  DATABASE_URL: Type.String({ minLength: 1 }),
})

describe('parseEnv', () => {
  test('converts, fills in defaults, ignores the rest and freezes', () => {
    const config = parseEnv(schema, { PORT: '8080', DATABASE_URL: 'postgres://x', HOME: '/' })

    expect(config).toEqual({ PORT: 8080, DATABASE_URL: 'postgres://x' })
    expect(Object.isFrozen(config)).toBe(true)
    expect(parseEnv(schema, { DATABASE_URL: 'x' }).PORT).toBe(3000)
  })

  test('takes an empty variable for an unset one', () => {
    expect(parseEnv(schema, { PORT: '', DATABASE_URL: 'x' }).PORT).toBe(3000)
    expect(() => parseEnv(schema, { DATABASE_URL: '' })).toThrow('DATABASE_URL')
  })

  test('names every offending variable at once and never its value', () => {
    const refuse = () => parseEnv(schema, { PORT: 'secret-abc' })

    expect(refuse).toThrow(/PORT/)
    expect(refuse).toThrow(/DATABASE_URL: is missing/)
    expect(refuse).not.toThrow(/secret-abc/)
  })
})
