import type { OpenAI } from 'openai'
import { Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { ChatFailure } from './chat-failure.ts'

/** No article is nearly as long: a model that writes more will not stop. In characters. */
const LONGEST_ANSWER = 200_000

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Message = Type.Optional(Type.Object({ content: Text }))
/** What we rely on in a piece of a streamed answer, and in an answer that comes whole. */
const Piece = Type.Object({
  choices: Type.Optional(
    Type.Array(Type.Object({ delta: Message, message: Message, finish_reason: Text })),
  ),
  error: Type.Optional(Type.Null()),
})

export const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/**
 * The text of an answer, whether it comes piece by piece or whole.
 *
 * @param onProgress called with the number of characters that have come so far
 * @throws {ChatFailure} when the model did not write to its end, or nothing
 * @throws {SyntaxError} when this is not the OpenAI protocol
 */
export async function readAnswer(
  response: Response,
  client: OpenAI,
  onProgress: (characters: number) => void,
): Promise<string> {
  let answer = ''
  let finish: string | null | undefined
  for await (const piece of piecesOf(response, client)) {
    if (!hasShape(Piece, piece)) throw new SyntaxError(JSON.stringify(piece))
    const choice = piece.choices?.[0]
    answer += (choice?.delta ?? choice?.message)?.content ?? ''
    finish = choice?.finish_reason ?? finish
    onProgress(answer.length)
    if (answer.length > LONGEST_ANSWER) {
      throw new ChatFailure('again', `did not stop after ${LONGEST_ANSWER} characters`)
    }
  }
  if (!finish && isEventStream(response)) {
    throw new ChatFailure('again', `broke off after ${answer.length} characters`)
  }
  if (finish === 'length') {
    throw new ChatFailure(
      'refused',
      `stopped after ${answer.length} characters, at its own limit. Choose a model that may say more, or fewer words in generation.yaml.`,
    )
  }
  if (finish === 'content_filter') {
    throw new ChatFailure('refused', 'withheld the answer: its filter did not let it pass')
  }
  if (answer.trim() === '') throw new ChatFailure('again', 'answered without a word')
  return answer
}

async function* piecesOf(response: Response, client: OpenAI): AsyncGenerator<unknown> {
  const { Stream } = await import('openai/streaming')
  if (isEventStream(response)) {
    yield* Stream.fromSSEResponse<unknown>(response, new AbortController(), client)
  } else {
    const text = await response.text()
    try {
      yield JSON.parse(text)
    } catch {
      throw new SyntaxError(text)
    }
  }
}
