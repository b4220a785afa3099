import { describe, expect, test } from 'vitest'
import { findAmong, readEditorTokens } from './editor-tokens.ts'

const OLD = 'the-former-token-of-anna'
const NEW = 'another-token-of-anna'
const UNNAMED = 'sixteen-letters-'

describe('the tokens of editors', () => {
  test('are separated by blanks and line breaks, each with a name or without', () => {
    expect(readEditorTokens(`anna:${OLD}  anna:${NEW}\r\n\n${UNNAMED}\t`)).toEqual([
      { name: 'anna', token: OLD },
      { name: 'anna', token: NEW },
      { name: undefined, token: UNNAMED },
    ])
  })

  test('are refused by their position, and never printed', () => {
    const refusal = (text: string) => {
      try {
        return readEditorTokens(text)
      } catch (error) {
        return String(error)
      }
    }
    expect(refusal(`${OLD} anna:short-secret`)).toBe(
      'Error: token 2 of 2 has fewer than 16 characters',
    )
    expect(refusal('ключ-к-тексту-статьи')).toBe(
      'Error: token 1 of 1 has other characters than those of ASCII',
    )
    expect(refusal(' \n')).toBe('Error: there is no token')
    expect(refusal(`${OLD} `.repeat(101))).toBe('Error: there are more than 100 tokens')
  })

  test('have a name or a fingerprint that identifies their owner', () => {
    const find = findAmong(readEditorTokens(`anna:${OLD} anna:${NEW} ${UNNAMED}`))

    expect(find(`Bearer ${OLD}`)).toBe('anna')
    expect(find(`bearer ${NEW}`)).toBe('anna')
    expect(find(`Bearer ${UNNAMED}`)).toMatch(/^token-[0-9a-f]{8}$/)
    for (const wrong of [undefined, '', 'Bearer', `Basic ${OLD}`, 'Bearer x', `Bearer anna:${OLD}`])
      expect(find(wrong)).toBeUndefined()
  })
})
