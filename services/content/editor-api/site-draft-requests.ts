import { Type } from 'typebox'
import {
  DiscardedDraft,
  OneRelease,
  OneSiteDraft,
  PublishedSiteFile,
  SavedSiteFile,
  SiteDraftList,
} from './answers.ts'
import { headers } from './article-verb.ts'
import { DraftParams } from './draft-at.ts'
import { Limit, TimeCursor } from './list-cursor.ts'
import { At } from './release-answer.ts'
import { described, describes, withEntityTag } from './route-description.ts'
import { SITE_FILE_REQUESTS, TEXT_TYPES } from './site-file-requests.ts'

const section = 'Site drafts'
const WholeText = described(Type.String(), 'The whole text')
const changing = ['not-found', 'conflict', 'precondition-required', 'precondition-failed'] as const

export const SitePublication = Type.Object(
  { at: Type.Optional(At) },
  { additionalProperties: false },
)

/** What the routes of drafts of files of the site take and answer. */
export const SITE_DRAFT_REQUESTS = {
  begin: {
    params: SITE_FILE_REQUESTS.get.params,
    headers,
    consumes: TEXT_TYPES,
    ...describes({
      summary: 'Begins a draft of a file',
      section,
      answers: { 201: withEntityTag(OneSiteDraft) },
      refusals: ['conflict', 'precondition-required', 'precondition-failed'],
      sends: WholeText,
    }),
  },
  list: {
    querystring: Type.Object({
      state: Type.Optional(
        Type.Enum(['open', 'discarded'], { description: 'open, unless it is said' }),
      ),
      after: Type.Optional(TimeCursor),
      limit: Type.Optional(Limit),
    }),
    ...describes({
      summary: 'Lists drafts of files, the last saved first',
      section,
      answers: { 200: SiteDraftList },
    }),
  },
  read: {
    params: DraftParams,
    produces: TEXT_TYPES,
    ...describes({
      summary: 'Answers the text of a draft',
      section,
      answers: { 200: withEntityTag(Type.String({ description: 'The text, to the byte' })) },
      refusals: ['not-found'],
    }),
  },
  save: {
    params: DraftParams,
    headers,
    consumes: TEXT_TYPES,
    ...describes({
      summary: 'Replaces the text of a draft, or brings a discarded one back',
      section,
      answers: { 200: withEntityTag(OneSiteDraft) },
      refusals: changing,
      sends: WholeText,
    }),
  },
  discard: {
    params: DraftParams,
    headers,
    ...describes({
      summary: 'Discards a draft; it is kept for 30 days',
      section,
      answers: { 200: DiscardedDraft },
      refusals: changing,
    }),
  },
  tryOut: {
    params: DraftParams,
    ...describes({
      summary: 'Says what publishing a draft would touch, or every reason why it cannot be',
      section,
      answers: { 200: SavedSiteFile },
      refusals: ['not-found', 'conflict'],
    }),
  },
  merge: {
    params: DraftParams,
    headers,
    ...describes({
      summary: 'Puts in what was edited since the draft began',
      section,
      answers: { 200: withEntityTag(OneSiteDraft) },
      refusals: changing,
    }),
  },
  publish: {
    params: DraftParams,
    headers,
    body: SitePublication,
    ...describes({
      summary: 'Publishes a draft, now or at a time',
      section,
      answers: { 200: withEntityTag(PublishedSiteFile), 202: OneRelease },
      refusals: changing,
    }),
  },
}
