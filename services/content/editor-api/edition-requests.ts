import { Type } from 'typebox'
import { EditsForFiles } from '../merging/edits-for-files.ts'
import { ArticleEditions, Difference, OneEdition, RecentEditions } from './answers.ts'
import { params } from './article-verb.ts'
import { EditorName, TimeCursor } from './list-cursor.ts'
import { described, describes, withEntityTag } from './route-description.ts'

/** Editions answered at once. */
export const MAX_EDITIONS = 100

const EditionNumber = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The number of an edition',
})
export const HistoryQuery = Type.Object({
  before: Type.Optional(described(EditionNumber, 'Only editions before this one')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_EDITIONS,
      description: 'How many are answered at once',
    }),
  ),
})
const RecentQuery = Type.Object({
  by: Type.Optional(described(EditorName, 'The editor who made them')),
  after: Type.Optional(TimeCursor),
  limit: HistoryQuery.properties.limit,
})
export const EditionParams = Type.Object({ ...params.properties, number: EditionNumber })
const FilesQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^(?:changed|made):[^\\u0000]*$',
      maxLength: 1_000,
      description: 'Where the list goes on, as the last answer says',
    }),
  ),
})
export const DiffQuery = Type.Object({
  from: EditionNumber,
  to: Type.Optional(described(EditionNumber, 'What is stored now, unless it is said')),
})

/** What the routes of editions take and answer. */
export const EDITION_REQUESTS = {
  recent: {
    querystring: RecentQuery,
    ...describes({
      summary: 'Lists what was edited last, in articles and files of the site, or by one editor',
      section: 'Editions',
      answers: { 200: RecentEditions },
    }),
  },
  forFiles: {
    querystring: FilesQuery,
    ...describes({
      summary: 'Answers what was edited and is in no file yet, for `content -- pull`',
      section: 'Editions',
      answers: { 200: EditsForFiles },
    }),
  },
  history: {
    params,
    querystring: HistoryQuery,
    ...describes({
      summary: 'Lists what an article has said, the newest first',
      section: 'Editions',
      answers: { 200: ArticleEditions },
      refusals: ['not-found'],
    }),
  },
  one: {
    params: EditionParams,
    ...describes({
      summary: 'Answers one edition',
      section: 'Editions',
      answers: { 200: withEntityTag(OneEdition) },
      refusals: ['not-found'],
    }),
  },
  diff: {
    params,
    querystring: DiffQuery,
    ...describes({
      summary: 'Says what differs between two editions, figures apart',
      section: 'Editions',
      answers: { 200: Difference },
      refusals: ['not-found'],
    }),
  },
}
