import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../services/search/app.ts'
import { runService } from '../../services/shared/http/run-service.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import { createGeneratedSource } from './generated-source.ts'
import type { BenchLocale } from './generated-titles.ts'

/**
 * The search service as `services/search/server.ts` wires it, with generated titles.
 * Arguments: number of titles, locale. Prints its port as a line of JSON when it has loaded them.
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
await runService(
  { service, close: following.stop },
  { HOST: '127.0.0.1', PORT: port, OPS_PORT: await freePort(), DRAIN_MS: 0 },
)
