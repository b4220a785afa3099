import { type Static, Type } from 'typebox'

/** As much of the OpenAI protocol of `/chat/completions` as we rely on. */

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Who answers, for messages to people, and the key that no message may hold. */
export interface ChatServer {
  name: string
  key: string | undefined
}

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const FinishReason = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Fault = Type.Object({
  message: Type.Optional(Type.String()),
  code: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
})

/** One event of a streamed answer; the last may have no choices. */
export const ChatChunk = Type.Object({
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        delta: Type.Optional(Type.Object({ content: Text })),
        finish_reason: FinishReason,
      }),
    ),
  ),
  error: Type.Optional(Fault),
})

/** An answer in one piece. */
export const ChatAnswer = Type.Object({
  choices: Type.Array(
    Type.Object({ message: Type.Object({ content: Text }), finish_reason: FinishReason }),
    { minItems: 1 },
  ),
})

/** What comes with a status that is no success; some servers send other things. */
export const ChatError = Type.Object({ error: Type.Union([Fault, Type.String()]) })

export type Fault = Static<typeof Fault>
/** Ends a streamed answer. */
export const DONE = '[DONE]'
