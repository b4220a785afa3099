import { expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { loadStrings } from './load-strings.ts'
import { stringsFor } from './strings-for.ts'

test.each(LOCALES)('gives the browser the texts that the server has for %s', async (locale) => {
  const strings = stringsFor(locale)
  expect(strings.languageTag).toBe(locale.replace('_', '-'))
  const loaded = await loadStrings(strings.languageTag)
  expect(JSON.stringify(loaded)).toBe(JSON.stringify(strings))
  expect(await loadStrings(strings.languageTag)).toBe(loaded)
})

test.each(['', 'en', 'fr-FR', 'constructor'])('refuses %j, which is no locale', async (tag) => {
  await expect(loadStrings(tag)).rejects.toThrow(RangeError)
})
