import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { requireOpen } from '../publishing/publish-edition.ts'
import { changedMeanwhile, requireSeen } from '../publishing/require-seen.ts'
import { OneDraft } from './answers.ts'
import { type ArticleVerb, config, headers, routesOf } from './article-verb.ts'
import { answer, DraftParams, draftAt, requireUnscheduled } from './draft-at.ts'
import { describes, withEntityTag } from './route-description.ts'

const Remark = Type.String({ minLength: 1, maxLength: 2_000 })
const Proposal = Type.Object(
  { remark: Type.Optional(Remark) },
  { additionalProperties: false, description: 'With words for who publishes it' },
)
const Return = Type.Object(
  { remark: Remark },
  { additionalProperties: false, description: 'Says what is to be changed' },
)

const described = {
  section: 'Drafts',
  answers: { 200: withEntityTag(OneDraft) },
  refusals: ['not-found', 'conflict', 'precondition-required', 'precondition-failed'],
} as const
const PROPOSE = {
  params: DraftParams,
  headers,
  body: Proposal,
  ...describes({ summary: 'Asks others to publish a draft', ...described }),
}
const SEND_BACK = {
  params: DraftParams,
  headers,
  body: Return,
  ...describes({
    summary: 'Sends a draft back to its editor, with what is to be changed',
    ...described,
  }),
}

/** Asks others to publish a draft, or sends it back to who asked. Its text stays as it is. */
export function proposeDraft(app: FastifyInstance, verb: ArticleVerb): void {
  const { write, now, makerOf } = verb
  const routes = routesOf(app)
  const whoOf = (request: FastifyRequest) => makerOf(request).name ?? null

  /** Marks a draft as its editor has read it. */
  async function mark(
    request: FastifyRequest & { params: { id: string }; headers: { 'if-match'?: string } },
    marks: Partial<Pick<StoredDraft, 'proposed_at' | 'proposed_by' | 'remark' | 'remark_by'>>,
  ): Promise<StoredDraft> {
    const draft = await draftAt(write, request.params.id)
    requireSeen(request.headers, draft.tag, 'draft')
    requireOpen(draft)
    requireUnscheduled(draft)
    const marked = await write
      .updateTable('draft')
      .set(marks)
      .where('id', '=', draft.id)
      .where('tag', '=', draft.tag)
      .where('is_scheduled', '=', false)
      .where('discarded_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return marked ?? changedMeanwhile('draft')
  }

  routes.post('/drafts/:id/propose', { config, schema: PROPOSE }, async (request, reply) => {
    const { remark = null } = request.body
    const [by, at] = [whoOf(request), now().toISOString()]
    const remark_by = remark === null ? null : by
    return answer(
      reply,
      await mark(request, { proposed_at: at, proposed_by: by, remark, remark_by }),
    )
  })

  routes.post('/drafts/:id/send-back', { config, schema: SEND_BACK }, async (request, reply) => {
    const { remark } = request.body
    const remark_by = whoOf(request)
    return answer(
      reply,
      await mark(request, { proposed_at: null, proposed_by: null, remark, remark_by }),
    )
  })
}
