import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Problem } from '#shared/contracts/problem.ts'
import { PROBLEMS, type ProblemCode } from '#shared/http/problems.ts'

/** The parts of the API's description, in the order in which they are read. */
export const SECTIONS = {
  Articles: 'What readers see. Every edit here is published at once',
  Editions: 'What articles have said. Nothing here changes anything',
  'Site files':
    'What the site says apart from articles: its settings, authors, categories, titles, facts, ads and info pages',
  'Site drafts': 'Texts of such files that are prepared, and that no reader sees',
  Drafts: 'Texts that are prepared, and that no reader sees',
  Releases: 'Drafts that are published together, or at a time',
  Ads: 'The ad data of the site',
  Webhooks: 'Notices of edits to other programs',
} as const

interface RouteDescription<Answers> {
  /** What the request does, as a sentence without the final full stop. */
  summary: string
  section: keyof typeof SECTIONS
  /** The answers to requests that succeed, by status. */
  answers: Answers
  /** Why a request may be refused, besides the reasons that hold for all. */
  refusals?: readonly ProblemCode[]
  /** The body, where the route reads it by itself, to name every mistake in it. */
  sends?: TSchema
}

/** Why any request may be refused. */
const ANY: readonly ProblemCode[] = [
  'invalid-input',
  'unauthorized',
  'refused',
  'too-many-requests',
  'internal',
  'unavailable',
]

/** What is refused in the form of Fastify's own refusals has a status of its own. */
const statusesOf = (code: ProblemCode): readonly number[] =>
  code === 'refused' ? [400, 413, 415, 421] : [PROBLEMS[code].status]

/** The problem as a schema of the whole document, which names it once. */
const PROBLEM = { $ref: 'Problem#' }

/** What the schema of a route says of it to those who read the API's description. */
export const describes = <Answers extends Readonly<Record<number, TSchema>>>({
  summary,
  section,
  answers,
  refusals = [],
  sends,
}: RouteDescription<Answers>) => ({
  summary,
  tags: [section],
  // The compiler needs the answers only: a refusal is thrown, and has one form everywhere.
  response: { ...problemsBy([...ANY, ...refusals]), ...withWords(answers) } as Answers,
  ...(sends && { sends }),
})

const withWords = (answers: Readonly<Record<number, TSchema>>) =>
  Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [
      status,
      { ...schema, 'x-response-description': status === '201' ? 'It was made.' : 'It was done.' },
    ]),
  )

function problemsBy(codes: readonly ProblemCode[]): Record<number, object> {
  const pairs = codes.flatMap((code) => statusesOf(code).map((status) => ({ status, code })))
  const byStatus = Map.groupBy(pairs, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [status, { ...PROBLEM, description: saying(some) }]),
  )
}

const saying = (some: readonly { code: ProblemCode }[]) =>
  some.map(({ code }) => `\`${code}\`: ${PROBLEMS[code].what}.`).join(' ')

/** The same schema with words for readers of the description. */
export const described = <T extends TSchema>(schema: T, description: string): T => ({
  ...schema,
  description,
})

/** An answer whose header `ETag` names the version of what it holds. */
export const withEntityTag = <T extends TSchema>(schema: T): T => ({
  ...schema,
  headers: { ETag: { type: 'string', description: 'What `If-Match` takes' } },
})

/** Lets schemas of routes name the problem, and sends answers as they are: no field is left out. */
export function describeAnswers(app: FastifyInstance): void {
  app.addSchema(Type.Object(Problem.properties, { $id: 'Problem' }))
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
}
