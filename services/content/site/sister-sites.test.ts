import { describe, expect, test } from 'vitest'
import { reasonsAgainstAddresses, sistersOf } from './sister-sites.ts'

const LOCALES = {
  tr_TR: { address: 'https://tr.example' },
  en_US: { address: 'https://en.example' },
  ru_RU: {},
}

test('the sister sites are those of other languages that have an address', () => {
  expect(sistersOf('ru_RU', LOCALES)).toEqual([
    { locale: 'en_US', languageName: 'English', address: 'https://en.example' },
    { locale: 'tr_TR', languageName: 'Türkçe', address: 'https://tr.example' },
  ])
  expect(sistersOf('tr_TR', LOCALES).map(({ locale }) => locale)).toEqual(['en_US'])
})

describe('an address', () => {
  test.each(['https://en.example', 'http://localhost:8090', 'https://xn--e1afmkfd.xn--p1ai'])(
    'may be %s',
    (address) => {
      expect(reasonsAgainstAddresses({ en_US: { address } })).toEqual([])
    },
  )

  test.each([
    'https://en.example/',
    'https://en.example/ru',
    'https://EN.example',
    'https://en.example:443',
    'https://user@en.example',
    'ftp://en.example',
    'javascript:alert(1)',
    'en.example',
    '//en.example',
    'https://en.example?x',
    'https://en.example#x',
    '',
  ])('cannot be %j', (address) => {
    expect(reasonsAgainstAddresses({ en_US: { address } })).toEqual([
      {
        field: '/locales/en_US/address',
        message: expect.stringContaining('is not the address of a site. Write it as https://'),
      },
    ])
  })

  test('belongs to one site only', () => {
    const address = 'https://en.example'
    expect(reasonsAgainstAddresses({ en_US: { address }, ru_RU: { address } })).toEqual([
      {
        field: '/locales/ru_RU/address',
        message: '"https://en.example" is the address of en_US already',
      },
    ])
  })
})
