import type { Kysely } from 'kysely'
import type { Slug } from '#shared/contracts/primitives.ts'
import { inTransaction } from '#shared/database/pg/in-transaction.ts'
import { notFound, SiteError } from '#shared/errors.ts'
import { type Committed, commitEdit, type Edit } from '../changes/commit-edit.ts'
import type { Database, HeldReason } from '../database/schema.ts'
import type { Maker } from '../editions/edition.ts'
import {
  findRelease,
  lockRelease,
  openDrafts,
  type StoredRelease,
  type WholeRelease,
} from '../editions/stored-release.ts'
import { isError } from '../folder/content-problem.ts'
import type { WholeArticle } from '../library/stored-article.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import type { SiteClock } from '../publishing/check-and-save.ts'
import { publishEdition, requireOpen } from '../publishing/publish-edition.ts'
import { writeSiteDraft } from '../publishing/publish-site-draft.ts'
import { reasonsOfProblems, type WrittenSiteText } from '../publishing/save-site-file.ts'
import { notifyReceivers } from '../webhooks/webhook-outbox.ts'
import {
  type RenderedTexts,
  reasonsOfDraft,
  reasonsToHold,
  renderTexts,
  requireNoReasons,
} from './release-texts.ts'

export interface PublishReleaseOptions extends SiteClock {
  asker: Asker
  makerOf(release: StoredRelease): Omit<Maker, 'edition'>
  /** Whether to publish it, as it is once nothing can change it any more. */
  accept(release: WholeRelease): boolean
  dryRun?: boolean
}

/** A text of a release that takes the place of another. */
export interface ReplacedText {
  slug: Slug
  /** What was stored before; `undefined` for a new article. */
  existing: WholeArticle | undefined
  outline: Outline
}

/**
 * Publishes all drafts of a release as one revision: readers see all of them or none.
 *
 * @returns its texts; `undefined` if it was not published
 * @throws {SiteError} with every reason why not
 */
export async function publishRelease(
  db: Kysely<Database>,
  id: string,
  options: PublishReleaseOptions,
): Promise<Committed<ReplacedText[] | undefined>> {
  const early = await findRelease(db, id)
  if (!early) throw notFound(`Release "${id}"`)
  const texts = await renderTexts(early, options.locale, options.asker)
  const work = async (edit: Edit) => {
    const whole = await lockRelease(edit.tx, id)
    if (!whole || !options.accept(whole)) return undefined
    const maker = options.makerOf(whole.release)
    const published = await publishDrafts(edit, whole, texts, { ...options, maker })
    edit.send(
      edit.tx
        .updateTable('release')
        .set({
          state: 'published',
          reasons: '[]',
          revision: edit.revision,
          changed_by: maker.name ?? null,
          changed_at: options.now().toISOString(),
        })
        .where('id', '=', id),
    )
    return published
  }
  return commitEdit(db, work, { dryRun: options.dryRun })
}

/**
 * Files of the site come first: texts are checked against what they say. What needs the texts follows.
 *
 * @throws {SiteError} with every reason why not all of it can be published
 */
export async function publishDrafts(
  edit: Edit,
  { drafts, siteDrafts }: Pick<WholeRelease, 'drafts' | 'siteDrafts'>,
  { rendererOf, siblings, parse }: RenderedTexts,
  { maker, locale, now }: SiteClock & { maker: Omit<Maker, 'edition'> },
): Promise<ReplacedText[]> {
  const reasons: HeldReason[] = []
  const published: ReplacedText[] = []
  const written: WrittenSiteText[] = []
  for (const draft of siteDrafts) {
    try {
      written.push(await writeSiteDraft({ locale, now }, edit, draft, { maker, parse }))
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      reasons.push(...reasonsToHold(error).map((reason) => ({ ...reason, field: draft.file })))
    }
  }
  for (const draft of drafts) {
    try {
      requireOpen(draft)
      const render = rendererOf(draft)
      // It came into the release after its texts were rendered.
      if (!render) throw new SiteError('conflict', 'The release was changed meanwhile: try again')
      const bringsBack = draft.brings_back
      const clock = { locale, now }
      const options = { clock, render, maker, bringsBack, siblings }
      const { slug, existing, checked } = await publishEdition(edit, draft, options)
      published.push({ slug, existing, outline: checked.rendered.outline })
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      reasons.push(...reasonsOfDraft(draft, reasonsToHold(error)))
    }
  }
  // What is missing already is missed in the texts as well.
  requireNoReasons(reasons)
  for (const { finish } of written) {
    reasons.push(...reasonsOfProblems((await finish()).filter(isError)))
  }
  requireNoReasons(reasons)
  return published
}

/**
 * Says that a release could not be published at its time, and why. Its drafts can be changed again.
 *
 * @returns false if it does not wait any more
 */
export const holdRelease = (
  db: Kysely<Database>,
  id: string,
  reasons: readonly HeldReason[],
): Promise<boolean> =>
  inTransaction(db, async (tx, send) => {
    const held = await tx
      .updateTable('release')
      .set({ state: 'held', reasons: JSON.stringify(reasons) })
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .returning(['name', 'publish_at'])
      .executeTakeFirst()
    if (!held) return false
    await openDrafts(tx, id)
    const { name, publish_at } = held
    const listed = reasons.map(({ field, message }) => ({ field, message }))
    const data = {
      id,
      ...(name !== null && { name }),
      ...(publish_at !== null && { at: publish_at }),
      reasons: listed,
    }
    const at = new Date().toISOString()
    notifyReceivers({ tx, send }, { kind: 'release.held', article: null, at, data })
    return true
  })
