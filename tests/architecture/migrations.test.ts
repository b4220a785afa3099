import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listMigrations } from '../../services/shared/database/migration-files.ts'
import { RELEASED } from '../support/postgres/released.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SCHEMAS = Object.entries(RELEASED)

/** What breaks the former version, which goes on while a new version is rolled out or after it was. */
const TAKES_AWAY = [
  /\bdrop\s+(?:table|column|function|domain|type|view|trigger)\b/i,
  /\brename\s+(?:to|column)\b/i,
  /\balter\s+column\s+\w+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type)\b/i,
  // Who does not know the column would give it no value.
  /\badd\s+column\s+\w+(?![^,;`]*\bdefault\b)[^,;`]*\bnot\s+null\b/i,
]
/** Says since which release nothing uses any more what a migration takes away. */
const CONTRACTS = /\/\/ Unused since \S+/

const takesAway = (source: string) => TAKES_AWAY.some((pattern) => pattern.test(source))

describe.for(SCHEMAS)('migrations of the schema %s', ([schema, released]) => {
  test('have names with their time, and what they do', async () => {
    const names = await listMigrations(schema)
    expect(names.filter((name) => !/^\d{8}T\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([])
    expect(names).toContain(released)
  })

  test('remove nothing that the former release uses [F37]', async () => {
    const later = (await listMigrations(schema)).filter((name) => name > released)
    const wrong: string[] = []
    for (const name of later) {
      const source = await readFile(path.join(ROOT, `migrations/${schema}/${name}.ts`), 'utf8')
      if (takesAway(source) && !CONTRACTS.test(source)) wrong.push(name)
    }
    expect(wrong).toEqual([])
  })
})

test('removing statements are distinguished from adding ones', () => {
  for (const statement of [
    'drop table page',
    'alter table page drop column tags',
    'alter table a rename column b to c',
    'alter table a\n  alter column b set not null',
    'alter table a alter column b type bigint',
    'alter table a add column b text not null',
  ]) {
    expect(takesAway(statement), statement).toBe(true)
  }
  for (const statement of [
    "alter table a add column b text not null default ''",
    'alter table a add column b text, add column c integer not null default 0',
    'alter table a alter column b drop not null',
    'drop index page_stale',
  ]) {
    expect(takesAway(statement), statement).toBe(false)
  }
})
