import { expect, test } from 'vitest'
import { rememberSecrets, withoutSecrets } from './known-secrets.ts'

rememberSecrets({
  DATABASE_URL: 'postgres://finlore:of%20the%20database@host.example:5432/finlore',
  EDITOR_TOKEN: 'anna:the-token-of-anna the-token-of-nobody',
  JOBS_TOKEN: 'a "quoted" token',
  MEILI_KEY: 'short',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=of-the-collector,x-team=web',
  SITE_URL: 'https://finlore.example',
})

test.each([
  ['AUTH of the database', 'AUTH [secret]'],
  ['"args":["finlore","of%20the%20database"]', '"args":["finlore","[secret]"]'],
  ['Bearer the-token-of-anna', 'Bearer [secret]'],
  ['{"authorization":"of-the-collector"}', '{"authorization":"[secret]"}'],
  [JSON.stringify({ said: 'a "quoted" token' }), '{"said":"[secret]"}'],
])('%s is redacted to %s', (text, left) => {
  expect(withoutSecrets(text)).toBe(left)
})

test('hosts, user names and short words are not redacted', () => {
  const text = 'finlore at host.example:5432 refused anna for https://finlore.example: short'
  expect(withoutSecrets(text)).toBe(text)
})
