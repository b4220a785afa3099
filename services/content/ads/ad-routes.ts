import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { Database } from '../database/schema.ts'
import { commitEdit } from '../editing/commit-edit.ts'
import { DryRunQuery } from '../editing/dry-run-query.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import { AdsDocument } from './ads-document.ts'
import { saveAds } from './save-ads.ts'

export interface AdRoutesOptions {
  write: Kysely<Database>
}

/** Registered behind the editor's token. */
export async function adRoutes(app: FastifyInstance, { write }: AdRoutesOptions): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()
  routes.put('/ads', { schema: { querystring: DryRunQuery } }, async ({ body, query }) => {
    const reasons = [...reasonsAgainst(AdsDocument, body), ...reasonsAboutCharacters(body)]
    if (!hasShape(AdsDocument, body) || reasons.length > 0) {
      throw new SiteError('invalid-input', 'The ads were not saved', { reasons })
    }
    const { revision, tags } = await commitEdit(write, (edit) => saveAds(edit, body), query)
    return query.dryRun ? { revision, tags } : { revision }
  })
}
