import { expect, test } from 'vitest'
import { sharePlaces } from './share-places.ts'

function build(places: number, maxWaitingEach = 2) {
  const begun: string[] = []
  const shared = sharePlaces<{ owner: string; name: string }>(
    { places, maxWaitingEach },
    ({ name }) => begun.push(name),
  )
  const claims = new Map<string, { owner: string; name: string }>()
  return {
    begun,
    /** The first letter of a name is its owner. */
    add(name: string) {
      const claim = { owner: name.charAt(0), name }
      claims.set(name, claim)
      return shared.add(claim)
    },
    remove: (name: string) => shared.remove(claims.get(name) ?? { owner: '', name }),
  }
}

test('the last free place is for an owner who has none', () => {
  const { add, remove, begun } = build(2)
  expect(['a1', 'a2', 'a3', 'a4'].map(add)).toEqual([true, true, true, false])
  expect(begun).toEqual(['a1'])
  add('b1')
  expect(begun).toEqual(['a1', 'b1'])
  add('c1')
  remove('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  remove('b1')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
})

test('the owner with the fewest places is next, and of several the first', () => {
  const { add, remove, begun } = build(3)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) add(name)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  remove('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('with one place owners take turns in order of arrival', () => {
  const { add, remove, begun } = build(1)
  for (const name of ['a1', 'a2', 'b1']) add(name)
  remove('a2')
  remove('a1')
  expect(begun).toEqual(['a1', 'b1'])
})
