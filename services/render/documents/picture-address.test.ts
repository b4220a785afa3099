import { describe, expect, test } from 'vitest'
import type { Picture } from './picture.ts'
import { parsePictureAddress, pictureAddress, pictureName } from './picture-address.ts'

const picture: Picture = {
  kind: 'article',
  subject: 'what-a-bond-is',
  locale: 'en_US',
  siteTitle: 'Finlore',
  section: 'Bonds',
  title: 'What a bond is',
  author: 'Eleanor Whitcombe',
}

describe('the name of a picture', () => {
  test('is reproducible', () => {
    expect(pictureName(picture)).toBe('what-a-bond-is-18fd087226f5')
    expect(pictureName({ ...picture })).toBe(pictureName(picture))
  })

  test.each([
    { title: 'What a bond is.' },
    { section: 'Loans' },
    { author: 'James Calloway' },
    { chart: '<svg class="chart-narrow"></svg>' },
    { siteTitle: 'Finlores' },
    { locale: 'tr_TR' as const },
  ])('changes with the drawn content: %j', (change) => {
    expect(pictureName({ ...picture, ...change })).not.toBe(pictureName(picture))
  })

  test('is parsed from its address', () => {
    const name = pictureName(picture)
    const address = pictureAddress(name)
    expect(address).toBe(`/og/${name}.png`)
    expect(parsePictureAddress(address)).toEqual({ name, subject: 'what-a-bond-is' })
  })
})

test.each([
  '/og/',
  '/og/a.png',
  '/og/a-0123456789ab',
  '/og/a-0123456789AB.png',
  '/og/a-0123456789abc.png',
  '/og/-0123456789ab.png',
  '/og/a--b-0123456789ab.png',
  '/og/../a-0123456789ab.png',
  '/og/a/b-0123456789ab.png',
  '/og/%61-0123456789ab.png',
  `/og/${'a'.repeat(121)}-0123456789ab.png`,
  '/assets/a-0123456789ab.png',
])('%s is the address of no picture', (address) => {
  expect(parsePictureAddress(address)).toBeUndefined()
})
