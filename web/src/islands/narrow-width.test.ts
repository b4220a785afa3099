import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NARROW_MAX_PX } from './narrow-width.ts'

const STYLES = path.resolve(import.meta.dirname, '../styles')

test('style and script agree on where narrow ends, and nothing else is decided in pixels', async () => {
  const conditions: string[] = []
  for (const name of await readdir(STYLES)) {
    if (!name.endsWith('.css')) continue
    const source = await readFile(path.join(STYLES, name), 'utf8')
    const media = source.match(/@media[^{]*/g) ?? []
    conditions.push(
      ...media.flatMap((query) => query.match(/\([^()]*\d(?:\.\d+)?px[^()]*\)/g) ?? []),
    )
  }
  const narrow = `width <= ${NARROW_MAX_PX}px`
  const wide = [`width > ${NARROW_MAX_PX}px`, `${NARROW_MAX_PX}px < width`]

  expect(conditions).toContain(`(${narrow})`)
  expect(conditions).toContain(`(${wide[0]})`)
  const odd = conditions.filter((text) => ![narrow, ...wide].some((known) => text.includes(known)))
  expect(odd).toEqual([])
})
