import type { ChatReply, ChatRequest } from '../servers/chat-server.ts'

const PARAGRAPH =
  'A bond is a loan that can be sold. Its price moves against the rates of newer loans, and a buyer ' +
  'can work out by how much with a pencil. Take one that pays 40 dollars a year for ten years.'

const FRONT_MATTER = `title: "A title of the model's own"
slug: of-its-own
description: "Says what a bond pays, why its price moves when rates move, and how to work out both with a pencil."
author: "Somebody Else"
provenance: human
favorite: true
entities:
  - category: product-reviews
takeaways:
  - "A bond is a loan that can be sold."
sources:
  - title: "TreasuryDirect, 2025"
    url: "https://www.treasurydirect.gov/"`

/** An answer that lint finds nothing wrong in, as a model might write it. */
export function buildAnswer({ frontMatter = FRONT_MATTER, body = longText() } = {}): string {
  return `---\n${frontMatter}\n---\n\n${body}\n`
}

/** The same without a line of the front matter. */
export const answerWithout = (line: string): string =>
  buildAnswer({
    frontMatter: FRONT_MATTER.split('\n')
      .filter((written) => !written.startsWith(line))
      .join('\n'),
  })

export function longText(): string {
  const sections = ['What it pays', 'Why it moves', 'What to look at']
  return sections
    .map((heading) => `## ${heading}\n\n${`${PARAGRAPH} `.repeat(3)}${heading}.`)
    .join('\n\n')
}

/** Which article a request asks for. */
export function titleAskedFor({ body }: ChatRequest): string {
  const user = body.messages?.find(({ role }) => role === 'user')
  return /^Write the article "(.+)"\.$/m.exec(user?.content ?? '')?.[1] ?? ''
}

/** Another reply for each title. */
export function byTitle(replies: Readonly<Record<string, ChatReply>>): ChatReply {
  return (request, response) => {
    const reply = replies[titleAskedFor(request)]
    if (!reply) throw new Error(`Nobody expected "${titleAskedFor(request)}"`)
    return reply(request, response)
  }
}
