import { Type } from 'typebox'
import { SITE_FILE_NAME } from '../editions/site-files.ts'
import { SavedSiteFile, SiteFileEditions, SiteFileList, TextDifference } from './answers.ts'
import { headers } from './article-verb.ts'
import { DryRunQuery } from './dry-run-query.ts'
import { DiffQuery, EditionParams, HistoryQuery } from './edition-requests.ts'
import { described, describes, withEntityTag } from './route-description.ts'

/** The types of texts that are sent and answered. */
export const TEXT_TYPES = ['text/yaml', 'application/yaml', 'text/markdown', 'application/json']

const name = Type.String({
  pattern: SITE_FILE_NAME,
  description:
    '`site`, `categories`, `authors`, `page-seo`, `facts`, `ads`, or an info page, such as `info-about-us`',
})
const params = Type.Object({ name })
const SiteText = Type.String({ description: 'The text of the file, to the byte' })
const isText = { produces: TEXT_TYPES }
const section = 'Site files'

/** What the routes of files of the site take and answer. */
export const SITE_FILE_REQUESTS = {
  list: describes({
    summary: 'Lists the files of the site that are no articles, with their ETags',
    section,
    answers: { 200: SiteFileList },
  }),
  get: {
    params,
    ...isText,
    ...describes({
      summary: 'Answers the text of a file',
      section,
      answers: { 200: withEntityTag(SiteText) },
      refusals: ['not-found'],
    }),
  },
  put: {
    params,
    headers,
    querystring: DryRunQuery,
    consumes: TEXT_TYPES,
    ...describes({
      summary: 'Replaces the text of a file, or makes a new one',
      section,
      answers: { 200: withEntityTag(SavedSiteFile) },
      refusals: ['precondition-required', 'precondition-failed'],
      sends: described(Type.String(), 'The whole text'),
    }),
  },
  history: {
    params,
    querystring: HistoryQuery,
    ...describes({
      summary: 'Lists what a file has said, the newest first',
      section,
      answers: { 200: SiteFileEditions },
      refusals: ['not-found'],
    }),
  },
  edition: {
    params: Type.Object({ name, number: EditionParams.properties.number }),
    ...isText,
    ...describes({
      summary: 'Answers the text of one edition of a file',
      section,
      answers: { 200: withEntityTag(SiteText) },
      refusals: ['not-found'],
    }),
  },
  diff: {
    params,
    querystring: DiffQuery,
    ...describes({
      summary: 'Says what differs between two editions of a file, figures apart',
      section,
      answers: { 200: TextDifference },
      refusals: ['not-found'],
    }),
  },
}
