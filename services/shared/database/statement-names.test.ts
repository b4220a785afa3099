import { expect, test } from 'vitest'
import { createStatementNames } from './statement-names.ts'

const often = (nameOf: (text: string) => string | undefined, text: string) =>
  Array.from({ length: 6 }, () => nameOf(text))

test('a statement has a name of its own from its fifth use on', () => {
  const nameOf = createStatementNames()

  const first = often(nameOf, 'select "a" from "b" where "c" = $1')
  const second = often(nameOf, '\n    with met as (select 1) update "b" set "a" = $1')

  expect(first.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])
  expect([first[4], first[5]]).toEqual([first[5], first[4]])
  expect(first[5]).toBeDefined()
  expect(second[5]).not.toBe(first[5])
})

test.for([
  ['other columns after a migration', 'select * from "article" where "slug" = $1'],
  ['a list', 'select "a" from "b" where "c" in ($1, $2, $3)'],
  ['a list of conditions', 'select 1 from "a" where b = $1 or b = $2 or b = $3 or b = $4'],
  ['several rows', 'insert into "a" ("b", "c") values ($1, $2), ($3, $4)'],
  ['several statements', 'select 1; select 2'],
  ['the beginning of a transaction', 'start transaction isolation level repeatable read'],
  ['a table', 'create table "selected" ("a" integer)'],
])('%s has none', ([, text = '']) => {
  const nameOf = createStatementNames()

  expect(often(nameOf, text)).toEqual(Array.from({ length: 6 }, () => undefined))
})

test('there is an end to names, and to what is counted', () => {
  const nameOf = createStatementNames()
  for (let other = 0; other < 5_000; other++) nameOf(`select ${other} from "seen_once"`)
  const names = Array.from({ length: 300 }, (_, at) => often(nameOf, `select "${at}" from "b"`)[5])

  expect(new Set(names.slice(0, 200)).size).toBe(200)
  expect(new Set(names.slice(200))).toEqual(new Set([undefined]))
  expect(nameOf('select "0" from "b"')).toBe(names[0])
})
