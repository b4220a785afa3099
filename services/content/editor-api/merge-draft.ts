import type { FastifyInstance } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { currentNumber, loadLastEdition } from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { mergeEdits, type Side } from '../editions/merge-edits.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { storedSide, taggedSide } from '../editions/stored-side.ts'
import { loadDraftContext } from '../publishing/draft-context.ts'
import { requireSeen } from '../publishing/require-seen.ts'
import { articleOfDraft } from '../publishing/stored-articles.ts'
import { OneDraft } from './answers.ts'
import { type ArticleVerb, config, headers, routesOf } from './article-verb.ts'
import { answer, DraftParams, draftAt, saveDraft } from './draft-at.ts'
import { withChanges } from './patch-fields.ts'
import { describes, withEntityTag } from './route-description.ts'

/** Puts into a draft what was edited of its article since it began. */
export function mergeDraft(app: FastifyInstance, { write, now }: ArticleVerb): void {
  routesOf(app).post(
    '/drafts/:id/merge',
    {
      config,
      schema: {
        params: DraftParams,
        headers,
        ...describes({
          summary: 'Puts into a draft what was edited of its article since it began',
          section: 'Drafts',
          answers: { 200: withEntityTag(OneDraft) },
          refusals: ['not-found', 'conflict', 'precondition-required', 'precondition-failed'],
        }),
      },
    },
    async (request, reply) => {
      const draft = await draftAt(write, request.params.id)
      requireSeen(request.headers, draft.tag, 'draft')
      const existing = await articleOfDraft(write, draft)
      if (!existing || entityTag(existing) === draft.base) return answer(reply, draft)
      const [{ vocabulary }, base, last] = await settleAll([
        loadDraftContext(write),
        // It is kept since another edition took its place.
        draft.base === null
          ? undefined
          : taggedSide(write, { article: existing.id, tags: [draft.base] }),
        loadLastEdition(write, existing.id),
      ])
      const tag = entityTag(existing)
      if (!base) {
        throw new SiteError(
          'conflict',
          `What this draft began from is not known: compare it with the article, then PATCH the draft with "base": ${JSON.stringify(tag)}`,
        )
      }
      const { changes, body, conflicts } = mergeEdits(
        { file: sideOfDraft(draft), agreed: base, stored: storedSide(existing) },
        vocabulary,
      )
      if (conflicts.length > 0) {
        const number = currentNumber(last, existing)
        throw new SiteError(
          'conflict',
          `Edition ${number} changes the same places: take over what is to stay, then PATCH the draft with "base": ${JSON.stringify(tag)}`,
          {
            reasons: conflicts.map(({ field, line, edited }) => ({
              field,
              message: `is ${edited} in edition ${number}`,
              ...(line !== undefined && { line: line + 1 }),
            })),
          },
        )
      }
      const { slug = draft.slug, ...fields } = Object.fromEntries(changes)
      const names = new Map([...vocabulary.authors].map(([name, author]) => [author, name]))
      const author = 'author' in fields ? { author: names.get(String(fields.author)) ?? null } : {}
      const text = {
        slug: String(slug),
        base: tag,
        fields: withChanges(draft.fields, { ...fields, ...author, body }),
      }
      const saved = await saveDraft(write, draft, { ...text, saved_at: now().toISOString() })
      return answer(reply, saved)
    },
  )
}

function sideOfDraft({ slug, fields }: StoredDraft): Side {
  const { body = '', ...others }: Record<string, unknown> = { ...fields }
  return { slug, fields: others, body: String(body) }
}
