import { describe, expect, test } from 'vitest'
import { loadServerConfig, loadWorkerConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://db/render',
  CONTENT_URL: 'http://content',
  SEARCH_URL: 'http://search',
  SITE_URL: 'https://finlore.example',
  PAGE_STORE: 'file:/pages',
}

describe('the configuration of the render service', () => {
  test('has a site key and a page cache of 64 MiB by default', () => {
    expect(loadServerConfig(env)).toMatchObject({
      SITE_KEY: 'finlore',
      MEMORY_BYTES: 64 * 1024 * 1024,
    })
    const told = { ...env, SITE_KEY: 'money', MEMORY_BYTES: '1048576' }
    expect(loadServerConfig(told)).toMatchObject({ SITE_KEY: 'money', MEMORY_BYTES: 1_048_576 })
    expect(() => loadServerConfig({ ...env, MEMORY_BYTES: '1048575' })).toThrow('MEMORY_BYTES')
  })

  test('has the locale en_US by default, or another supported one [M-910]', () => {
    expect(loadServerConfig(env).SITE_LOCALE).toBe('en_US')
    for (const SITE_LOCALE of ['en_US', 'ru_RU', 'tr_TR']) {
      expect(loadServerConfig({ ...env, SITE_LOCALE }).SITE_LOCALE).toBe(SITE_LOCALE)
    }
    expect(() => loadServerConfig({ ...env, SITE_LOCALE: 'fr_FR' })).toThrow('SITE_LOCALE')
  })

  test('accepts a folder or a bucket as page store', () => {
    expect(loadWorkerConfig({ ...env, PAGE_STORE: 's3://' }).PAGE_STORE).toBe('s3://')
    for (const PAGE_STORE of ['', '/pages', 'ftp://pages']) {
      expect(() => loadWorkerConfig({ ...env, PAGE_STORE })).toThrow('PAGE_STORE')
      expect(() => loadServerConfig({ ...env, PAGE_STORE })).toThrow('PAGE_STORE')
    }
  })

  test('has the service worker by default, and its removal on request', () => {
    expect(loadServerConfig(env).SERVICE_WORKER).toBe('on')
    expect(loadServerConfig(env).CLIENT_ERRORS).toBe('on')
    expect(loadServerConfig({ ...env, CLIENT_ERRORS: 'off' }).CLIENT_ERRORS).toBe('off')
    expect(loadServerConfig({ ...env, SERVICE_WORKER: 'off' }).SERVICE_WORKER).toBe('off')
    expect(() => loadServerConfig({ ...env, SERVICE_WORKER: 'no' })).toThrow('SERVICE_WORKER')
  })

  test('uses Redis in the worker where it is configured', () => {
    expect(loadWorkerConfig(env).REDIS_URL).toBeUndefined()
    expect(loadWorkerConfig({ ...env, REDIS_URL: 'rediss://queue' }).REDIS_URL).toBe(
      'rediss://queue',
    )
    expect(() => loadWorkerConfig({ ...env, REDIS_URL: 'http://queue' })).toThrow('REDIS_URL')
  })
})
