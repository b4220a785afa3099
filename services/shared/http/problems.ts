import type { ErrorCode } from '../errors.ts'

/** What an answer with an error says of itself, as `docs/errors.md` shows it. */
export interface ProblemKind {
  status: number
  /** What happened, as a sentence without the final full stop. */
  what: string
  /** A request that gets it. */
  example: string
  /** What the caller does about it. */
  advice: string
}

/** The compiler makes every new error code need a line here. */
export const PROBLEMS = {
  'invalid-input': {
    status: 400,
    what: 'Something in the request cannot be taken as it is',
    example: '`PUT /articles/mine` with a date that does not exist',
    advice: 'Correct what `reasons` name, each with its field; nothing was saved',
  },
  unauthorized: {
    status: 401,
    what: 'The request has no token, or one that is not known here',
    example: '`GET /articles/mine` of the editor API without a token',
    advice: 'Send `Authorization: Bearer`, with the token from `EDITOR_TOKEN`',
  },
  forbidden: {
    status: 403,
    what: 'This is allowed to nobody',
    example: '`/__third-party-proxy?url=` with an address that `site.yaml` does not list',
    advice: 'Add the address to `thirdPartyScripts`, if its script may run here',
  },
  'not-found': {
    status: 404,
    what: 'There is nothing at this address',
    example: '`PATCH /articles/no-such-article`',
    advice: 'Look the address up; an article is made with `PUT`',
  },
  conflict: {
    status: 409,
    what: 'What is stored does not go with the request',
    example: 'a slug that another article has',
    advice: 'Read what is stored, and choose another name or another state',
  },
  gone: {
    status: 410,
    what: 'What was at this address was withdrawn',
    example: '`/articles/mine.md` of an article that was withdrawn',
    advice: '`PATCH` with `{"withdrawn": false}` brings an article back',
  },
  'precondition-required': {
    status: 428,
    what: 'The request does not say which text it is about, and could replace one that nobody has read',
    example: '`PATCH /articles/mine` without `If-Match`',
    advice:
      'Send `If-Match` with the `ETag` of the text that you have read or, for a new article, `If-None-Match: *`; nothing was saved',
  },
  'precondition-failed': {
    status: 412,
    what: 'Somebody has changed the text since you read it',
    example: '`If-Match` with the `ETag` of an older text',
    advice:
      'Read it again, put your change into the new text, and send it with the new `ETag`; nothing was saved',
  },
  refused: {
    status: 400,
    what: 'The request is not one that this server reads',
    example:
      'a body in windows-1251 (415), one of more than 2 MB (413), another host than this one (421)',
    advice: 'Correct what `detail` says; nothing was saved',
  },
  'too-many-requests': {
    status: 429,
    what: 'This address or this editor has asked too often',
    example: 'hundreds of searches in a second',
    advice: 'Wait for the seconds that `Retry-After` says',
  },
  internal: {
    status: 500,
    what: 'Something failed on our side',
    example: 'a mistake in the program',
    advice: 'Look for `requestId` in the log; whether an edit was saved, `GET` says',
  },
  overloaded: {
    status: 503,
    what: 'There is too much to do, and this was refused at once',
    example: 'searches while all places are taken',
    advice: 'Send it again after the seconds that `Retry-After` says',
  },
  unavailable: {
    status: 503,
    what: 'Something that is needed does not answer in time',
    example: 'an edit while Postgres is away',
    advice: 'Send it again: an edit that is done twice changes nothing',
  },
} as const satisfies Record<ErrorCode | 'refused' | 'internal', ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

/** Where the manual says what a code means: a path within the repository. */
export const helpOn = (code: string) => `docs/errors.md#${code.toLowerCase()}`
