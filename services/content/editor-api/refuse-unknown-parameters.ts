import type { FastifyInstance } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import { fieldOf } from '#shared/field-of.ts'
import { shortened } from '#shared/text/shortened.ts'
import { nearestHint } from '../drafts/nearest-name.ts'

/**
 * Refuses addresses with parameters that their routes do not have: with a mistyped `dryRun` an edit that was
 * to be tried would be made.
 */
export function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query, routeOptions }) => {
    const schema = fieldOf(routeOptions.schema, 'querystring')
    const known = Object.keys(Object(fieldOf(schema, 'properties')))
    const unknown = Object.keys(Object(query)).filter((name) => !known.includes(name))
    if (unknown.length === 0) return
    const has = known.length > 0 ? `: there are ${known.join(', ')}` : ''
    throw new SiteError('invalid-input', 'Nothing was done', {
      reasons: unknown.slice(0, 10).map((name) => ({
        field: `?${shortened(name)}`,
        message: `is not a known parameter${nearestHint(name, known) || has}`,
      })),
    })
  })
}
