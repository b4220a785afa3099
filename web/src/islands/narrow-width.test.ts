import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NARROW_MAX_PX } from './narrow-width.ts'

const WEB = path.resolve(import.meta.dirname, '..')

async function read(pattern: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  for await (const name of glob(pattern, { cwd: WEB })) {
    sources.set(name, await readFile(path.join(WEB, name), 'utf8'))
  }
  return sources
}

test('a window is narrow up to 576 pixels in every style and script, and there is no other breakpoint in pixels [M-901]', async () => {
  expect(NARROW_MAX_PX).toBe(576)

  const conditions: string[] = []
  for (const source of (await read('styles/**/*.css')).values()) {
    const media = source.match(/@media[^{]*/g) ?? []
    conditions.push(
      ...media.flatMap((query) => query.match(/\([^()]*\d(?:\.\d+)?px[^()]*\)/g) ?? []),
    )
  }
  expect(new Set(conditions)).toEqual(
    new Set(['(width <= 576px)', '(width > 576px)', '(576px < width < 58rem)']),
  )
})

test('no other script and no markup reads the width', async () => {
  const asking = [...(await read('**/*.{ts,tsx}'))].filter(
    ([name, source]) =>
      !name.includes('.test.') && /\bwidth *[<>]|innerWidth|media=|m(?:ax|in)-width/.test(source),
  )
  // The size of a portrait changes with the styles of its page, before which a browser chooses one.
  expect(asking.map(([name]) => name).sort()).toEqual([
    'islands/open-groups-on-hover.ts',
    'pages/AuthorPage.tsx',
  ])
})
