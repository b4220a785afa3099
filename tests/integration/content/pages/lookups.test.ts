import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import {
  AddressLookups,
  MAX_LOOKUPS,
  type PageModels,
  type PathList,
} from '../../../../services/shared/contracts/page-model.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const REAL = '/articles/what-a-bond-is-and-why-its-price-moves'

const query = (paths: readonly string[]) => new URLSearchParams({ paths: paths.join(',') })

async function lookUp(content: TestContent, paths: readonly string[]) {
  const answer = (await content.app.inject(`/address-lookups?${query(paths)}`)).json()
  expect(Value.Errors(AddressLookups, answer)).toEqual([])
  const { lookups }: AddressLookups = answer
  expect(lookups).toHaveLength(paths.length)
  return lookups
}

async function statusesOf(content: TestContent, paths: readonly string[]) {
  const { models }: PageModels = (await content.app.inject(`/page-models?${query(paths)}`)).json()
  return models.map(({ status }) => status)
}

/** Addresses of every form, of which there is nothing. */
const NOTHING = [
  '/nowhere',
  '/nowhere/at-all',
  '/no/such/page/ever',
  '/nowhere/page/2',
  '/nowhere/letters/a',
  '/articles/no-such-article',
  '/authors/nobody',
  '/authors/nobody/page/1',
  '/sitemap/page/999',
  '/expert-advice/no-such-subcategory',
  '/expert-advice/page/999999',
  '/expert-advice/other-expert-advice/topics/no-such-topic',
  '/expert-advice/other-expert-advice/page/9999',
  '/__proto__',
  '/constructor/prototype',
]

describe('looking up addresses', () => {
  test('finds every path with a model, and distinguishes the others', async ({ content }) => {
    await content.commit('PATCH', REAL, { slug: 'bonds' })
    await content.commit('PUT', '/articles/mine', articleDraft())
    await content.commit('DELETE', '/articles/mine')
    const { paths: listed }: PathList = (await content.app.inject('/paths?limit=1000')).json()
    const paths = [...new Set([...listed.map(({ path }) => path), REAL, '/about', ...NOTHING])]
    expect(paths.length).toBeGreaterThan(100)

    const known: boolean[] = []
    const statuses: string[] = []
    for (let at = 0; at < paths.length; at += MAX_LOOKUPS) {
      const part = paths.slice(at, at + MAX_LOOKUPS)
      known.push(...(await lookUp(content, part)).map((lookup) => lookup.known))
      statuses.push(...(await statusesOf(content, part)))
    }

    expect(new Set(statuses)).toEqual(new Set(['found', 'moved', 'gone', 'unknown']))
    const missed = paths.filter((_, at) => !known[at] && statuses[at] !== 'unknown')
    expect(missed).toEqual([])
    expect(paths.filter((path, at) => NOTHING.includes(path) && known[at])).toEqual([])
    expect(NOTHING.every((path) => statuses[paths.indexOf(path)] === 'unknown')).toBe(true)
  })

  test('suggests articles for a limited number of paths', async ({ shared: content }) => {
    const typed = Array.from({ length: 20 }, (_, at) => `${REAL}-${'x'.repeat((at % 2) + 1)}${at}`)
    const lookups = await lookUp(content, [`${REAL}s`, ...typed])

    expect(lookups[0]).toEqual({ known: false, nearest: expect.objectContaining({ path: REAL }) })
    expect(lookups.filter(({ nearest }) => nearest).length).toBeLessThanOrEqual(4)
  })

  test('refuses bodies that are no list of paths', async ({ shared: content }) => {
    const many = Array.from({ length: MAX_LOOKUPS + 1 }, (_, at) => `/page-${at}`)
    for (const paths of [['no-path'], [''], many]) {
      const answer = await content.app.inject(`/address-lookups?${query(paths)}`)
      expect(answer.statusCode).toBe(400)
    }
  })
})
