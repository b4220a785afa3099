import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import { parseStoreAddress } from './store-address.ts'

const SITE = { key: 'finlore', variant: 'prod' } as const
const parse = (address: string) => parseStoreAddress(address, SITE)

describe('parseStoreAddress', () => {
  test('accepts an absolute or relative folder', () => {
    expect(parse('file:/var/pages')).toEqual({ kind: 'folder', folder: '/var/pages' })
    expect(parse('file:///var/pages')).toEqual({ kind: 'folder', folder: '/var/pages' })
    expect(parse('file:.data/pages')).toEqual({
      kind: 'folder',
      folder: path.resolve('.data/pages'),
    })
  })

  test('accepts a bucket of Amazon or of another server', () => {
    const bucket = { kind: 'bucket', bucket: 'pages', prefix: '', region: 'us-east-1' }
    expect(parse('s3://pages')).toEqual(bucket)
    expect(parse('s3://pages/?region=eu-west-1&prefix=en/2')).toEqual({
      ...bucket,
      region: 'eu-west-1',
      prefix: 'en/2/',
    })
    expect(parse('s3://pages?endpoint=http://10.0.0.1:9000&prefix=en/')).toEqual({
      ...bucket,
      endpoint: new URL('http://10.0.0.1:9000'),
      prefix: 'en/',
    })
  })

  test('names the bucket after the site where the address does not', () => {
    expect(parse('s3://')).toMatchObject({ bucket: 'finlore-prod' })
    expect(parse('s3://?endpoint=https://s3.example')).toMatchObject({ bucket: 'finlore-prod' })
    const site = { key: 'Fin Lore', variant: 'dev' } as const
    expect(() => parseStoreAddress('s3://', site)).toThrow('"Fin Lore" cannot be part of a bucket')
    expect(() => parseStoreAddress('s3://')).toThrow('name the bucket')
  })

  test.each([
    ['', 'write file:FOLDER or s3://'],
    ['ftp://host/secret', 'write file:FOLDER or s3://'],
    ['/var/pages', 'write file:FOLDER or s3://'],
    ['file:', 'write file:FOLDER, such as'],
    ['file://var/secret', 'write file:FOLDER, such as'],
    ['s3:pages', 'write s3://BUCKET?endpoint='],
    ['s3://Pages', 'a bucket has 3 to 63 lower-case letters'],
    ['s3://ab', 'a bucket has 3 to 63 lower-case letters'],
    ['s3://pages/folder', 'write a folder of the bucket as ?prefix=FOLDER'],
    ['s3://key:secret@pages', 'AWS_ACCESS_KEY_ID'],
    ['s3://pages?secret=1', 'a bucket takes endpoint, region, prefix'],
    ['s3://pages?prefix=../secret', 'prefix takes letters'],
    ['s3://pages?prefix=/secret', 'prefix takes letters'],
    ['s3://pages?endpoint=secret:9000', 'write endpoint as http://HOST:PORT'],
    ['s3://pages?endpoint=ftp://secret', 'write endpoint as http://HOST:PORT'],
    ['s3://pages?endpoint=http://h/secret', 'write endpoint as http://HOST:PORT'],
    ['s3://pages?endpoint=http://:secret@h', 'write endpoint as http://HOST:PORT'],
  ])('refuses %j with advice and without the secret', (address, advice) => {
    expect(() => parse(address)).toThrow(`PAGE_STORE is not understood: `)
    expect(() => parse(address)).toThrow(advice)
    expect(() => parse(address)).not.toThrow('secret')
  })
})

test('openStore takes keys for a bucket, finds others where there are none, and needs none for a folder', () => {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
  expect(openStore('s3://pages', { credentials })).toBeDefined()
  expect(openStore('s3://pages')).toBeDefined()
  expect(openStore('file:/nowhere')).toBeDefined()
})
