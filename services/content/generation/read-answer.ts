import { hasShape } from '#shared/check-shape.ts'
import { ChatFailure } from './chat-failure.ts'
import { ChatAnswer, ChatChunk, type ChatServer, DONE } from './chat-protocol.ts'
import { excerpt } from './chat-refusal.ts'
import { readEventStream } from './read-event-stream.ts'

/** No article is nearly as long: who writes more than this does not stop. */
const LONGEST_ANSWER = 200_000
/** Of an answer in one piece, with the protocol around it. */
const LONGEST_BODY = 2_000_000

/**
 * The text of an answer that comes piece by piece.
 *
 * @throws {ChatFailure} when it is cut off, endless, empty or none
 */
export async function readStreamedAnswer(
  bytes: AsyncIterable<Uint8Array>,
  server: ChatServer,
  onText: (text: string) => void,
): Promise<string> {
  let answer = ''
  let finish: string | undefined
  for await (const data of readEventStream(bytes)) {
    if (data === DONE) return complete(answer, finish, server)
    const { choices = [], error } = parseAs(ChatChunk, data, server)
    if (error) {
      const reason = excerpt(error.message ?? '', server.key)
      throw new ChatFailure('again', `${server.name} broke off: ${reason}`)
    }
    const [choice] = choices
    const text = choice?.delta?.content ?? ''
    finish = choice?.finish_reason ?? finish
    answer += text
    onText(text)
    if (answer.length > LONGEST_ANSWER) throw tooLong(server)
  }
  if (finish === undefined) {
    throw new ChatFailure('again', `${server.name} broke off after ${answer.length} characters`)
  }
  return complete(answer, finish, server)
}

/**
 * The text of an answer that comes in one piece.
 *
 * @throws {ChatFailure} when it is cut off, endless, empty or none
 */
export async function readWholeAnswer(
  bytes: AsyncIterable<Uint8Array>,
  server: ChatServer,
): Promise<string> {
  const body = await readText(bytes, LONGEST_BODY, 'refuse')
  const [choice] = parseAs(ChatAnswer, body, server).choices
  const answer = choice?.message.content ?? ''
  if (answer.length > LONGEST_ANSWER) throw tooLong(server)
  return complete(answer, choice?.finish_reason, server)
}

/**
 * @param limit in characters
 * @param beyond what to do with a text that is longer
 * @throws {RangeError} when it is longer and may not be cut
 */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  beyond: 'cut' | 'refuse',
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length <= limit) continue
    if (beyond === 'cut') return text.slice(0, limit)
    throw new RangeError(`the answer is longer than ${limit} characters`)
  }
  return text + decoder.decode()
}

/** @param finish why the model stopped, in the words of the protocol */
function complete(answer: string, finish: string | null | undefined, { name }: ChatServer): string {
  if (finish === 'length') {
    throw new ChatFailure(
      'refused',
      `${name} stopped after ${answer.length} characters, at its own limit. Choose a model that may say more, or fewer words in generation.yaml.`,
    )
  }
  if (finish === 'content_filter') {
    throw new ChatFailure('refused', `${name} withheld the answer: its filter did not let it pass`)
  }
  if (answer.trim() === '') throw new ChatFailure('again', `${name} answered without a word`)
  return answer
}

const tooLong = ({ name }: ChatServer) =>
  new ChatFailure('again', `${name} did not stop after ${LONGEST_ANSWER} characters`)

function parseAs<T extends typeof ChatChunk | typeof ChatAnswer>(
  schema: T,
  text: string,
  { name, key }: ChatServer,
) {
  try {
    const value: unknown = JSON.parse(text)
    if (hasShape(schema, value)) return value
  } catch {
    // Said below, as for JSON of another shape.
  }
  throw new ChatFailure(
    'again',
    `${name} does not speak the OpenAI protocol: ${excerpt(text, key)}`,
  )
}
