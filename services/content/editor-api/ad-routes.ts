import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import { hasShape } from '#shared/check-shape.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { AdsDocument, groupAds, reasonsAgainstAds } from '../ads/ads-document.ts'
import { logAdDrops, reportAdDrops, reportPageless } from '../ads/parse-ads.ts'
import { commitEdit } from '../changes/commit-edit.ts'
import type { ReadDatabase } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { adsFile } from '../editions/site-files.ts'
import { editAds } from '../edits/keep-ads.ts'
import { saveAds } from '../edits/save-ads.ts'
import { findPageless } from '../library/find-pages.ts'
import { parseAhead, stringsIn } from '../parsing/parse-ahead.ts'
import { SavedAds } from './answers.ts'
import { DryRunQuery } from './dry-run-query.ts'
import type { AskerOf, MakerOf } from './guard-editors.ts'
import { describes } from './route-description.ts'

interface AdRoutesOptions {
  read: ReadDatabase
  write: Kysely<Database>
  metrics: Registry
  locale: Locale
  now: () => Date
  askerOf: AskerOf
  makerOf: MakerOf
}

/** Enough for the links of many thousand paths. */
const BODY_LIMIT = 16 * 1024 * 1024

/**
 * Routes for ads; the caller registers them behind the token. The answer says what is not shown of
 * the ad data, and which paths have no page.
 */
export async function adRoutes(
  app: FastifyInstance,
  { read, write, metrics, locale, now, askerOf, makerOf }: AdRoutesOptions,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()
  const droppedParts = new Counter({
    name: 'finlore_content_ads_dropped_total',
    help: 'Parts of saved ad data that cannot be shown, by reason',
    labelNames: ['reason'],
    registers: [metrics],
  })

  routes.put(
    '/ads',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        querystring: DryRunQuery,
        ...describes({
          summary: 'Replaces the ad data, and says which parts cannot be shown',
          section: 'Ads',
          answers: { 200: SavedAds },
          sends: AdsDocument,
        }),
      },
    },
    async (request, reply) => {
      const { body, query, log } = request
      const reasons = reasonsAgainstAds(body)
      if (!hasShape(AdsDocument, body) || reasons.length > 0) {
        throw new SiteError('invalid-input', 'The ads were not saved', { reasons })
      }
      const parse = await parseAhead(stringsIn(body), askerOf(request, reply))
      const maker = makerOf(request)
      const work = await commitEdit(
        write,
        async (edit) => {
          await editAds(edit, body, { file: adsFile(locale), maker, now: now() })
          return saveAds(edit, body, parse)
        },
        query,
      )
      const { result: drops, revision, tags } = work
      const paths = [...groupAds(body.sapeData.sapeLinks).keys()]
      // The ads are saved at this point, so a failure here must not fail the request.
      const pageless = await findPageless(read, paths).catch((error: unknown) => {
        log.error({ err: error }, 'the paths of the ads could not be checked')
      })
      const report = { ...reportAdDrops(drops), ...(pageless && reportPageless(pageless)) }
      if (query.dryRun) return { revision, tags, ...report }
      for (const { reason } of drops) droppedParts.inc({ reason })
      logAdDrops(log, report)
      return { revision, ...report }
    },
  )
}
