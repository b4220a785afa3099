import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { onTestFinished } from 'vitest'

/** A span as it was sent. */
export interface SentSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  /** Nanoseconds. */
  duration: bigint
  facts: Record<string, unknown>
}

export interface TraceReceiver {
  url: string
  spans: SentSpan[]
}

const Attributes = Type.Array(
  Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) }),
)
const ExportRequest = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Attributes }),
      scopeSpans: Type.Array(
        Type.Object({
          spans: Type.Array(
            Type.Object({
              traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
              spanId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
              parentSpanId: Type.Optional(Type.String()),
              name: Type.String(),
              startTimeUnixNano: Type.String(),
              endTimeUnixNano: Type.String(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Takes what is sent by OTLP over HTTP, in JSON, until the test ends. */
export async function receiveTraces(): Promise<TraceReceiver> {
  const spans: SentSpan[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end()
      return
    }
    spans.push(...readSpans(Value.Parse(ExportRequest, await json(request))))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const listening = Promise.withResolvers<number>()
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const address = server.address()
    if (typeof address === 'object' && address) listening.resolve(address.port)
  })
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${await listening.promise}`, spans }
}

function readSpans({ resourceSpans }: Static<typeof ExportRequest>): SentSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(factsOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(
        ({ parentSpanId, attributes, startTimeUnixNano, endTimeUnixNano, ...span }) => ({
          ...span,
          service,
          parentSpanId: parentSpanId || undefined,
          duration: BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano),
          facts: factsOf(attributes),
        }),
      ),
    )
  })
}

const factsOf = (attributes: Static<typeof Attributes>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
