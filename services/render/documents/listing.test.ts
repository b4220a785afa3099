import { expect, test } from 'vitest'
import { changesListing, type FormerListing, MISSING, NOT_LISTED } from './listing.ts'

const MONDAY = '200 2026-11-23T09:00:00.000Z'
const TUESDAY = '200 2026-11-24T09:00:00.000Z'
const known = (listing: string): FormerListing => ({ listing, isNew: false })

test.each<[string, FormerListing, string]>([
  ['a page with new words', known(MONDAY), TUESDAY],
  ['one that an editor has just put there', { listing: null, isNew: true }, MONDAY],
  ['one that was withdrawn', known(MONDAY), '410'],
  ['one that is back', known('410'), MONDAY],
  ['one that moved', known(MONDAY), '301 /articles/b'],
  ['one that is no more', known(MONDAY), MISSING],
  ['one that may not be listed any more', known(MONDAY), NOT_LISTED],
])('%s notifies search engines', (_, former, listing) => {
  expect(changesListing(former, listing)).toBe(true)
})

test.each<[string, FormerListing, string]>([
  ['a page with the same words', known(MONDAY), MONDAY],
  ['one that a new build makes for the first time', { listing: null, isNew: false }, MONDAY],
  ['one that was never to be listed', known(NOT_LISTED), NOT_LISTED],
  ['a new one that is not to be listed', { listing: null, isNew: true }, NOT_LISTED],
  ['a new redirect', { listing: null, isNew: true }, '308 /terms'],
  ['a redirect that leads elsewhere', known('301 /articles/b'), '301 /articles/c'],
])('%s does not notify search engines', (_, former, listing) => {
  expect(changesListing(former, listing)).toBe(false)
})
