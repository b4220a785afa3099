import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Counter, type Registry } from 'prom-client'
import { hasShape } from '#shared/check-shape.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { Database } from '../database/schema.ts'
import { commitEdit } from '../editing/commit-edit.ts'
import { DryRunQuery } from '../editing/dry-run-query.ts'
import { AdsDocument } from './ads-document.ts'
import { reasonsAgainstAds } from './check-ads.ts'
import { findPageless } from './find-pageless.ts'
import { groupAds } from './group-ads.ts'
import { parseAhead, stringsIn } from './parse-ahead.ts'
import { logAdDrops, reportAdDrops, reportPageless } from './report-ad-drops.ts'
import { saveAds } from './save-ads.ts'

export interface AdRoutesOptions {
  read: ReadonlyKysely<Database>
  write: Kysely<Database>
  locale: Locale
  metrics: Registry
}

/** Room for the links of many thousand paths. */
const BODY_LIMIT = 16 * 1024 * 1024

/**
 * Registered behind the editor's token. The answer says what of the ad data is not shown, and which of
 * its addresses have no page.
 */
export async function adRoutes(
  app: FastifyInstance,
  { read, write, locale, metrics }: AdRoutesOptions,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()
  const droppedParts = new Counter({
    name: 'finlore_content_ads_dropped_total',
    help: 'Parts of saved ad data that are not shown, by reason',
    labelNames: ['reason'],
    registers: [metrics],
  })

  routes.put(
    '/ads',
    { bodyLimit: BODY_LIMIT, schema: { querystring: DryRunQuery } },
    async ({ body, query, log }) => {
      const reasons = reasonsAgainstAds(body)
      if (!hasShape(AdsDocument, body) || reasons.length > 0) {
        throw new SiteError('invalid-input', 'The ads were not saved', { reasons })
      }
      const parse = await parseAhead(stringsIn(body))
      const work = await commitEdit(write, (edit) => saveAds(edit, body, parse), query)
      const { result: drops, revision, tags } = work
      const paths = [...groupAds(body.sapeData.sapeLinks).keys()]
      // The ads are saved by now: an editor must not hear that they are not.
      const pageless = await findPageless(read, paths, locale).catch((error: unknown) => {
        log.error({ err: error }, 'the database does not say which paths of the ads have no page')
      })
      const report = { ...reportAdDrops(drops), ...(pageless && reportPageless(pageless)) }
      if (query.dryRun) return { revision, tags, ...report }
      for (const { reason } of drops) droppedParts.inc({ reason })
      logAdDrops(log, report)
      return { revision, ...report }
    },
  )
}
