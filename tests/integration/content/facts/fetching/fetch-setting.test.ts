import { expect, onTestFinished } from 'vitest'
import { loadConfig } from '../../../../../services/content/config.ts'
import { startContent } from '../../../../../services/content/start-content.ts'
import { closeService } from '../../../../../services/shared/http/run-service.ts'
import {
  type TestContent,
  contentTest as test,
} from '../../../../support/content/content-service.ts'
import {
  type FactSource,
  fetchedFact,
  rateOf,
  shownFact,
  startFactSource,
} from '../../../../support/content/fact-source.ts'
import { editSiteFile } from '../../../../support/content/site-files.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

/** The service as its settings start it. @returns what its metrics say of fetched facts */
function startWith(
  content: TestContent,
  { network }: FactSource,
  settings: Record<string, string>,
) {
  const looks = { count: 0 }
  const now = () => {
    looks.count += 1
    return content.clock.now
  }
  const { service, close } = startContent(
    loadConfig({
      DATABASE_URL: content.databaseUrl,
      EDITOR_TOKEN: content.token,
      LOG_LEVEL: 'silent',
      ...settings,
    }),
    { factPace: { network, now, lookMs: 5 } },
  )
  onTestFinished(async () => {
    await closeService(service, 500)
    await close()
  })
  const metrics = async () => {
    const { body } = await service.ops.inject('/metrics')
    return [...body.matchAll(/^finlore_content_fact_fetch(\w+)\{([^}]*)\} (\d+)$/gm)].flatMap(
      ([, name, labels = '', value]) => {
        const outcome = /outcome="(\w+)"/.exec(labels)?.[1] ?? ''
        return value === '0' && name === 'es_total' ? [] : `${name} ${outcome} ${value}`
      },
    )
  }
  return { looks, metrics }
}

test('addresses of facts are asked with FETCH_FACTS=on, and metrics say what came of it', async ({
  content,
}) => {
  await editSiteFile(
    content,
    'facts',
    (text) => text + fetchedFact('rate') + fetchedFact('implausible'),
  )
  const source = await startFactSource({ '/rate': rateOf(4.5), '/implausible': rateOf(21) })
  const { metrics } = startWith(content, source, { FETCH_FACTS: 'on' })
  await expect.poll(metrics, PATIENCE).toEqual([
    // The other fact was never as its address says.
    '_last_success_timestamp_seconds  0',
    'es_total entered 1',
    'es_total refused 1',
  ])
  expect((await shownFact(content, 'rate'))?.value?.is).toBe('4.50%')
  await editSiteFile(content, 'facts', (text) => text.replace(/\n- fact: implausible[\s\S]*$/, ''))
  await expect.poll(metrics, PATIENCE).toContain('_last_success_timestamp_seconds  1796126400')
})

test('no address is asked without it', async ({ content }) => {
  await editSiteFile(content, 'facts', (text) => text + fetchedFact('rate'))
  const source = await startFactSource({ '/rate': rateOf(4.5) })
  const off = startWith(content, source, {})
  const on = startWith(content, source, { FETCH_FACTS: 'on' })
  await expect.poll(() => on.looks.count, PATIENCE).toBeGreaterThan(3)
  expect(off.looks.count).toBe(0)
  expect(await off.metrics()).toEqual([])
  expect(source.requests).toEqual(['/rate'])
})
