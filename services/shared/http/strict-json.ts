import type { FastifyInstance, FastifyRequest } from 'fastify'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i
const UTF_8 = /^utf-?8$/i

/**
 * Reads bodies as UTF-8 and nothing else: Fastify would read every other encoding as UTF-8 too, and
 * replace each letter that it does not understand by U+FFFD.
 */
export function readJsonStrictly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  readAs(app, ['application/json'], (request, text, done) => {
    // Clients that name a type with every request name it here too.
    if (text === '' && request.method === 'DELETE') return done(null, undefined)
    void parseJson(request, text, (error, body) => {
      const mistake = error && mistakeIn(text)
      done(mistake ? refusal(400, `The body is not valid JSON: ${mistake}`) : error, body)
    })
  })
  refuseOthers(app, 'Send the body as JSON, with "Content-Type: application/json"')
}

/** Where a text stops being JSON. */
function mistakeIn(text: string): string | undefined {
  if (text === '') return 'it is empty'
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}

function refuseOthers(app: FastifyInstance, message: string): void {
  app.addContentTypeParser('*', (_request, _payload, done) => done(refusal(415, message)))
}

/** Reads bodies of these types in the same way, to the byte: also those of JSON are texts then. */
export function readTextsStrictly(app: FastifyInstance, types: readonly string[]): void {
  app.removeContentTypeParser(['application/json', 'text/plain', '*'])
  readAs(app, types, (_request, text, done) => done(null, text))
  refuseOthers(app, `Send the text as it is, with its "Content-Type": ${types.join(', ')}`)
}

type Done = (error: Error | null, body?: unknown) => void

function readAs(
  app: FastifyInstance,
  types: readonly string[],
  read: (request: FastifyRequest, text: string, done: Done) => void,
): void {
  app.addContentTypeParser<Buffer>([...types], { parseAs: 'buffer' }, (request, body, done) => {
    const [, charset = 'utf-8'] = CHARSET.exec(request.headers['content-type'] ?? '') ?? []
    if (!UTF_8.test(charset)) {
      const message = 'Send the body in UTF-8: other encodings are not read'
      return done(refusal(415, message))
    }
    const text = decode(body)
    if (text === undefined) {
      const message = 'The body is not UTF-8: save the text in this encoding, then send it again'
      return done(refusal(400, message))
    }
    read(request, text, done)
  })
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const refusal = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode })
