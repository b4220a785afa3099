import { Type } from 'typebox'
import { Slug } from '#shared/contracts/primitives.ts'
import { DRAFT_STATES } from '../editions/stored-draft.ts'
import { DiscardedDraft, DraftList, OneDraft } from './answers.ts'
import { headers } from './article-verb.ts'
import { DraftParams } from './draft-at.ts'
import { TextEdits } from './edit-text.ts'
import { EditorName, Limit, TimeCursor } from './list-cursor.ts'
import { described, describes, withEntityTag } from './route-description.ts'

const AnyFields = Type.Record(Type.String(), Type.Unknown())
const Tag = Type.String({ pattern: '^"[\\w-]{22}"$' })

export const NewDraft = Type.Object(
  {
    /** The address of a new article. */
    slug: Type.Optional(Slug),
    /** The address of the article that it changes. */
    article: Type.Optional(Slug),
    /** The edition that it begins with; without it, what is stored. */
    edition: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    fields: Type.Optional(AnyFields),
  },
  { additionalProperties: false },
)

export const DraftPatch = Type.Object(
  {
    slug: Type.Optional(Slug),
    /** The ETag of what its editor has seen of the article, once it was edited elsewhere. */
    base: Type.Optional(Tag),
    discarded: Type.Optional(Type.Literal(false)),
    /** Those that change; null takes one out. */
    fields: Type.Optional(AnyFields),
    edits: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

const WholeDraftPatch = Type.Object(
  { ...DraftPatch.properties, edits: Type.Optional(TextEdits) },
  { additionalProperties: false },
)

const SavedBy = described(EditorName, 'The editor who saved it last')

const ListQuery = Type.Object({
  by: Type.Optional(SavedBy),
  state: Type.Optional(Type.Enum([...DRAFT_STATES], { description: 'open, unless it is said' })),
  after: Type.Optional(TimeCursor),
  limit: Type.Optional(Limit),
})

/** What the routes of drafts take and answer. */
export const DRAFT_REQUESTS = {
  list: {
    querystring: ListQuery,
    ...describes({
      summary: 'Lists drafts, the last saved first',
      section: 'Drafts',
      answers: { 200: DraftList },
    }),
  },
  begin: {
    body: NewDraft,
    ...describes({
      summary: 'Begins a draft of an article, of one of its editions, or of a new article',
      section: 'Drafts',
      answers: { 201: withEntityTag(OneDraft) },
      refusals: ['not-found', 'conflict'],
    }),
  },
  read: {
    params: DraftParams,
    ...describes({
      summary: 'Answers a draft',
      section: 'Drafts',
      answers: { 200: withEntityTag(OneDraft) },
      refusals: ['not-found'],
    }),
  },
  change: {
    params: DraftParams,
    headers,
    body: DraftPatch,
    sends: WholeDraftPatch,
    ...describes({
      summary: 'Changes a draft, or brings a discarded one back',
      section: 'Drafts',
      answers: { 200: withEntityTag(OneDraft) },
      refusals: ['not-found', 'conflict', 'precondition-required', 'precondition-failed'],
    }),
  },
  discard: {
    params: DraftParams,
    headers,
    ...describes({
      summary: 'Discards a draft; for 30 days it can be had back',
      section: 'Drafts',
      answers: { 200: DiscardedDraft },
      refusals: ['not-found', 'conflict', 'precondition-required', 'precondition-failed'],
    }),
  },
}
