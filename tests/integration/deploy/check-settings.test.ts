import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/postgres/database.ts'
import { runEntry } from '../../support/site/run-entry.ts'

/** As compose starts them. */
const start = (name: string, env: Record<string, string>) =>
  runEntry('deploy/run-process.ts', [name], {
    SITE_LOCALE: 'en_US',
    SITE_URL: 'http://localhost:8080',
    INDEXING: 'off',
    INDEXNOW_KEY: '',
    PAGE_STORE: 'file:/var/lib/finlore/pages',
    ...env,
  })

const MISTAKES = {
  'of every process': [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL: '],
  'of search': [{ SEARCH_ENGINE: 'both' }, 'SEARCH_ENGINE: '],
  'of content': [{ SAPE_URL: 'ftp://ads.example' }, 'SAPE_URL: '],
  'of the receivers of webhooks': [{ WEBHOOKS: 'crm=http://crm.example' }, 'WEBHOOKS: '],
  'of render': [{ INDEXING: 'yes' }, 'INDEXING: '],
  'of the worker': [{ INDEXNOW_URL: 'nowhere' }, 'INDEXNOW_URL: '],
  'of caches in front': [{ CDN_PURGE: 'http', CDN_PURGE_URL: 'varnish' }, 'CDN_PURGE_URL: '],
  'of the bucket for backups': [{ BACKUP_BUCKET: 'finlore-backups' }, 'BACKUP_BUCKET: '],
  'of the keys that backups are encrypted for': [
    { BACKUP_RECIPIENTS: 'age1nobody' },
    'BACKUP_RECIPIENTS: ',
  ],
  'of a site that search engines list': [{ INDEXING: 'on' }, 'SITE_URL: '],
  'of the proxies in front': [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES: '],
} as const

test.each(Object.entries(MISTAKES))(
  'an invalid setting %s is reported before anything is replaced [F37]',
  async (_, [env, said]) => {
    const checked = await start('check-settings', env)
    expect([checked.code, checked.stdout]).toEqual([1, ''])
    expect(checked.stderr).toContain(said)
    expect(checked.stderr.split(said)).toHaveLength(2)

    const database = await createTestDatabase()
    try {
      const migrated = await start('migrate', { ...env, DATABASE_URL: database.url })
      expect([migrated.code, migrated.stdout]).toEqual([1, ''])
      expect(migrated.stderr).toContain(said)
    } finally {
      await database.drop()
    }
  },
)

test.each(['search', 'render', 'worker', 'copy'])(
  '%s does not start with INDEXING=on at a loopback address',
  async (name) => {
    const { code, stderr } = await start(name, {
      INDEXING: 'on',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      CONTENT_URL: 'http://127.0.0.1:1',
      SEARCH_URL: 'http://127.0.0.1:1',
      COPY_DIR: '/var/lib/finlore/copy',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('SITE_URL: nobody on the internet reaches this address')
  },
)

test('valid settings are accepted, and so are those that compose leaves empty', async () => {
  const optional = {
    SAPE_URL: '',
    INDEXNOW_URL: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    BACKUP_BUCKET: '',
    BACKUP_RECIPIENTS: '',
  }
  const checked = await start('check-settings', optional)
  expect(checked).toEqual({
    code: 0,
    stdout: 'Every process can start with these settings.\n',
    stderr: '',
  })
})
