import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import { findRelease, releaseTag, type WholeRelease } from '../editions/stored-release.ts'
import type { ArticleVerb } from './article-verb.ts'
import { releaseAnswer } from './release-answer.ts'

export const ReleaseParams = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The id of a release' }),
})

export async function releaseAt(db: Reader, id: string): Promise<WholeRelease> {
  const release = await findRelease(db, id)
  if (!release) throw notFound(`Release "${id}"`)
  return release
}

export const answerRelease = async (
  db: Reader,
  reply: FastifyReply,
  whole: WholeRelease,
  warnings?: Parameters<typeof releaseAnswer>[2],
) => reply.header('etag', releaseTag(whole)).send(await releaseAnswer(db, whole, warnings))

/** Who changes a release, and when. */
export const changedBy = (
  { makerOf, now }: Pick<ArticleVerb, 'makerOf' | 'now'>,
  request: FastifyRequest,
) => ({
  changed_by: makerOf(request).name ?? null,
  changed_at: now().toISOString(),
})

/** @throws {SiteError} for a release that is over */
export function requireUnpublished({ release: { state } }: WholeRelease): void {
  if (state !== 'published' && state !== 'cancelled') return
  throw new SiteError('conflict', `This release is ${state}: make another one`)
}
