import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../../services/search/app.ts'
import { runService } from '../../../services/shared/http/run-service.ts'
import { freePort } from '../../support/run-site.ts'
import { createGeneratedSource } from './generated-source.ts'
import type { BenchLocale } from './generated-titles.ts'

/**
 * The search service as `services/search/server.ts` wires it, with titles from nowhere.
 * Arguments: titles, locale. Says its port in a line of JSON when it has loaded them.
 */

const [, , count = '', localeText = ''] = process.argv
const locale: BenchLocale = localeText === 'ru_RU' ? 'ru_RU' : 'en_US'
const { service, titles, start } = buildApp({
  content: createGeneratedSource(Number(count), locale),
  locale,
  engine: 'embedded',
  siteUrl: 'https://finlore.example',
  // All readers of the bench come from one address.
  maxPerSecond: 1_000_000,
  log: { level: 'warn', stream: process.stderr },
})
const following = start()
while (!titles.position) await sleep(20)

const port = await freePort()
service.app.server.on('listening', () => {
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
await runService(service, {
  host: '127.0.0.1',
  port,
  opsPort: await freePort(),
  drainMs: 0,
  onClosed: () => following.close(),
})
