import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Link, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { LoadLadder } from '#shared/http/load-ladder.ts'
import { isOverload } from '#shared/http/problem-handler.ts'
import type { Room } from '#shared/room.ts'
import type { Renderer } from '../../documents/make-entry.ts'
import type { StoredBody } from '../../store/stored-entry.ts'
import type { ErrorBodies } from './error-bodies.ts'
import type { SendPage } from './lite-pages.ts'
import type { EntryLoading } from './load-entry.ts'
import type { AnswerLoader } from './load-for-answer.ts'
import type { ShellLoader } from './load-shell.ts'
import { createNearestPages } from './not-found-page.ts'

export interface NotFoundOptions {
  answers: AnswerLoader
  nearestTo: EntryLoading['nearestTo']
  loadShell: ShellLoader
  errors: ErrorBodies
  maker: Renderer
  ladder: LoadLadder
  sendPage: SendPage
  rooms: {
    /** For not-found pages that name the article that is probably meant. */
    nearest: Room
  }
}

/** Returns a function that answers a request for a page that does not exist. */
export function createNotFoundAnswer(options: NotFoundOptions) {
  const { maker, loadShell, nearestTo, ladder, rooms, sendPage } = options
  const nearestPages = createNearestPages(maker, loadShell)

  /** `undefined` under load, when guessing what a reader meant is not worth its cost. */
  async function showNearest(data: StoredBody, nearest: Link): Promise<StoredBody | undefined> {
    if (ladder.leavesOut('suggestions')) return undefined
    return rooms.nearest
      .enter(() => nearestPages(data, nearest))
      .catch((error: unknown) => {
        if (isOverload(error)) return undefined
        throw error
      })
  }

  return async (request: FastifyRequest, reply: FastifyReply, path?: PagePath) => {
    const bodies = await loadNotFoundBodies(options, reply)
    const nearest = path === undefined ? undefined : nearestTo(path)
    const html = nearest && (await showNearest(bodies.data, nearest))
    return sendPage(request, reply, html ?? bodies.html, { status: 404 })
  }
}

/** Never rejects: this is called when something else is already missing. */
export async function loadNotFoundBodies(
  { answers, errors }: Pick<NotFoundOptions, 'answers' | 'errors'>,
  reply: FastifyReply,
) {
  const entry = await answers.load(reply, NOT_FOUND_PATH).catch(() => undefined)
  return { ...errors.notFound(), ...entry?.bodies }
}
