import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { SiteError } from '#shared/errors.ts'
import type { Database } from '../database/schema.ts'
import { commitEdit } from '../editing/commit-edit.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import { AdsDocument } from './ads-document.ts'
import { saveAds } from './save-ads.ts'

export interface AdRoutesOptions {
  write: Kysely<Database>
}

/** Registered behind the editor's token. */
export async function adRoutes(app: FastifyInstance, { write }: AdRoutesOptions): Promise<void> {
  app.put('/ads', async ({ body }) => {
    const reasons = [...reasonsAgainst(AdsDocument, body), ...reasonsAboutCharacters(body)]
    if (!hasShape(AdsDocument, body) || reasons.length > 0) {
      throw new SiteError('invalid-input', 'The ads were not saved', { reasons })
    }
    const { revision } = await commitEdit(write, (edit) => saveAds(edit, body))
    return { revision }
  })
}
