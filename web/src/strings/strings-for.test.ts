import { expect, test } from 'vitest'
import { enUs } from './en-us.ts'
import { stringsFor } from './strings-for.ts'

test('speaks en_US where a locale has no words yet', () => {
  expect(stringsFor('en_US')).toBe(enUs)
  expect(stringsFor('tr_TR').menu).not.toBe('')
})
