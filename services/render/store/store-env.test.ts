import { expect, test } from 'vitest'
import { storeOptions } from './store-env.ts'

test('storeOptions names the site, for production or not', () => {
  expect(storeOptions({ SITE_KEY: 'finlore', NODE_ENV: 'production' })).toEqual({
    site: { key: 'finlore', variant: 'prod' },
  })
  expect(storeOptions({ SITE_KEY: 'a' })).toEqual({ site: { key: 'a', variant: 'dev' } })
})

test('storeOptions accepts complete credentials only', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
  expect(storeOptions({ SITE_KEY: 'a', ...keys }).credentials).toEqual(credentials)
  expect(storeOptions({ SITE_KEY: 'a', ...keys, AWS_SESSION_TOKEN: 'token' }).credentials).toEqual({
    ...credentials,
    sessionToken: 'token',
  })
  expect(storeOptions({ SITE_KEY: 'a' }).credentials).toBeUndefined()
  for (const half of [{ AWS_ACCESS_KEY_ID: 'id' }, { AWS_SECRET_ACCESS_KEY: 'secret' }]) {
    expect(() => storeOptions(Object.assign({ SITE_KEY: 'a' }, half))).toThrow('set both')
  }
})
