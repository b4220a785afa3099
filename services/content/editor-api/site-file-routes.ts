import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { commitEdit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import { compareTexts } from '../editions/compare-texts.ts'
import { editionDeed } from '../editions/history.ts'
import { warningsAboutScheduledFiles } from '../editions/scheduled-behind.ts'
import {
  findSiteEdition,
  hashOfText,
  isPublishedEdition,
  listSiteEditions,
  loadSiteHeads,
  type SiteEdition,
  siteTag,
  siteTextOf,
} from '../editions/site-edition.ts'
import { adsFile, mediaTypesOf, siteFileName, siteFileOf } from '../editions/site-files.ts'
import { adsTextOf, storedAds } from '../edits/keep-ads.ts'
import { parseAhead } from '../parsing/parse-ahead.ts'
import {
  adStringsIn,
  reasonsOfProblems,
  type SavedSiteText,
  saveSiteFile,
} from '../publishing/save-site-file.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { MAX_EDITIONS } from './edition-requests.ts'
import { SITE_FILE_REQUESTS } from './site-file-requests.ts'

/** Ten times the longest file of ours. Parsing one blocks the thread; longer ads come by `PUT /ads`. */
export const SITE_TEXT_LIMIT = 512 * 1024
/** The most warnings that an answer lists. */
const MAX_WARNINGS = 50

/**
 * The files of the site that are no articles: what they say, what they have said, and edits of them. The
 * caller has bodies read as texts.
 */
export function siteFileEditorRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, locale } = verb
  const routes = routesOf(app)

  routes.get('/site-files', { config, schema: SITE_FILE_REQUESTS.list }, async () => {
    const names = new Set([...(await loadSiteHeads(read)).keys(), adsFile(locale)])
    const listed = await settleAll([...names].sort().map((file) => findCurrentSiteText(read, file)))
    const files = listed.flatMap((current) =>
      current
        ? {
            name: siteFileName(current.edition.file),
            ...siteEditionAnswer(current.edition),
            file: current.edition.file,
          }
        : [],
    )
    return { files }
  })

  routes.get(
    '/site-files/:name',
    { config, schema: SITE_FILE_REQUESTS.get },
    async ({ params: { name } }, reply) => {
      const { edition, text } = await requireCurrent(read, siteFileOf(name, locale))
      return sendSiteText(reply, { file: edition.file, etag: siteTag(edition), text })
    },
  )

  routes.get(
    '/site-files/:name/editions',
    { config, schema: SITE_FILE_REQUESTS.history },
    async ({ params: { name }, query: { before, limit = MAX_EDITIONS } }) => {
      const file = siteFileOf(name, locale)
      const editions = await listSiteEditions(read, file, { before, limit: limit + 1 })
      if (editions.length === 0 && before === undefined) throw notFound(file)
      const last = editions[limit - 1]
      return {
        file,
        editions: editions.slice(0, limit).map(siteEditionAnswer),
        ...(editions.length > limit && last && { before: last.number }),
      }
    },
  )

  routes.get(
    '/site-files/:name/editions/:number',
    { config, schema: SITE_FILE_REQUESTS.edition },
    async ({ params: { name, number } }, reply) => {
      const edition = await requireEdition(read, siteFileOf(name, locale), number)
      return sendSiteText(reply, { ...edition, etag: siteTag(edition) })
    },
  )

  routes.get(
    '/site-files/:name/diff',
    { config, schema: SITE_FILE_REQUESTS.diff },
    async ({ params: { name }, query: { from, to } }) => {
      const file = siteFileOf(name, locale)
      const was = await requireEdition(read, file, from)
      const is = to === undefined ? undefined : await requireEdition(read, file, to)
      const { edition, text } = is
        ? { edition: is, text: is.text }
        : await requireCurrent(read, file)
      return { from, to: edition.number, ...compareTexts(was.text, text) }
    },
  )

  putSiteFile(app, verb)
}

function putSiteFile(app: FastifyInstance, verb: ArticleVerb): void {
  const { locale, write, askerOf, makerOf } = verb
  routesOf(app).put(
    '/site-files/:name',
    { bodyLimit: SITE_TEXT_LIMIT, config, schema: SITE_FILE_REQUESTS.put },
    async (request, reply) => {
      const { params, query, headers, body } = request
      const file = siteFileOf(params.name, locale)
      const text = requireSiteText(file, body, headers['content-type'])
      const conditions = { ...headers, dryRun: query.dryRun }
      const parse = await parseAhead(adStringsIn({ file, text }), askerOf(request, reply))
      const work = { conditions, maker: makerOf(request), parse }
      const { result, revision, tags } = await commitEdit(
        write,
        (edit) => saveSiteFile(verb, edit, { file, text }, work),
        query,
      )
      const { edition } = result
      const scheduled = await warningsAboutScheduledFiles(verb.read, { revision })
      const held = scheduled.map(({ reason }) => ({ file, line: 1, ...reason }))
      const warnings = [...held, ...result.warnings]
      if (!query.dryRun) reply.header('etag', siteTag(edition))
      return { revision, ...savedSiteAnswer({ edition, warnings }), ...(query.dryRun && { tags }) }
    },
  )
}

export const savedSiteAnswer = ({ edition: { file, number }, warnings }: SavedSiteText) => ({
  file,
  number,
  warnings: reasonsOfProblems(warnings.slice(0, MAX_WARNINGS)),
  warningsTotal: warnings.length,
})

/** What is stored of a file, as its newest edition; also what the ad system has written since. */
export async function findCurrentSiteText(
  db: Reader,
  file: string,
): Promise<{ edition: SiteEdition; text: string } | undefined> {
  const head = (await loadSiteHeads(db)).get(file)
  if (!file.startsWith('ads/')) {
    return isPublishedEdition(head)
      ? { edition: head, text: await siteTextOf(db, head) }
      : undefined
  }
  if (!isPublishedEdition(head) && !(await storedAds(db))) return undefined
  const text = await adsTextOf(db, head)
  const hash = hashOfText(text)
  if (isPublishedEdition(head) && head.hash === hash) return { edition: head, text }
  return { edition: uneditedAds(file, hash, head), text }
}

/** The number and the ETag that it will have once it is edited. */
const uneditedAds = (file: string, hash: string, head: SiteEdition | undefined): SiteEdition => ({
  id: '',
  file,
  hash,
  number: (head?.number ?? 0) + 1,
  state: 'published',
  origin: null,
  made_by: null,
  made_at: null,
  revision: null,
  ended_origin: null,
  ended_by: null,
  ended_at: null,
})

async function requireCurrent(db: Reader, file: string) {
  const current = await findCurrentSiteText(db, file)
  if (!current) throw notFound(file)
  return current
}

async function requireEdition(db: Reader, file: string, number: number) {
  const edition = await findSiteEdition(db, file, number)
  if (!edition) throw notFound(`Edition ${number} of ${file}`)
  return edition
}

export const sendSiteText = (
  reply: FastifyReply,
  { file, etag, text }: { file: string; etag: string; text: string },
) =>
  reply
    .header('etag', etag)
    .type(`${mediaTypesOf(file)[0]}; charset=utf-8`)
    .send(text)

/** @throws {Error} 415, unless the body was sent as what the file is */
export function requireSiteText(file: string, body: unknown, sentAs = ''): string {
  const types = mediaTypesOf(file)
  const [type = ''] = sentAs.toLowerCase().split(';')
  if (typeof body === 'string' && types.includes(type.trim())) return body
  const refusal = new Error(`Send ${file} as it is, with "Content-Type: ${types[0]}"`)
  throw Object.assign(refusal, { statusCode: 415 })
}

/** Without what is not known. */
export function siteEditionAnswer(edition: SiteEdition) {
  const made = editionDeed(edition.made_at, edition.made_by, edition.origin)
  const ended = editionDeed(edition.ended_at, edition.ended_by, edition.ended_origin)
  return {
    number: edition.number,
    state: edition.state,
    etag: siteTag(edition),
    ...(edition.revision !== null && { revision: edition.revision }),
    ...(made && { made }),
    ...(ended && { ended }),
  }
}
