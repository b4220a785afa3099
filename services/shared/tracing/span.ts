import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'

/** Whether a span answers somebody, waits for somebody else, or neither. */
export type SpanKind = 'server' | 'client' | 'internal'

/** By the names of OpenTelemetry's conventions. Never a text of a reader or an editor. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** One piece of work of a trace. */
export interface Span {
  /** As log lines name them: 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  /** For requests to others, which continue this trace by them. */
  readonly headers: Readonly<Record<string, string>>
  /** @param startedAt milliseconds since 1970; now unless given */
  begin(name: string, kind: SpanKind, facts: SpanFacts, startedAt?: number): Span
  note(facts: SpanFacts): void
  /** Says that the work failed, and by which kind of error, not with which words. */
  fail(error: unknown): void
  end(): void
}

/** Begins the spans of one service that stand below no other one of this process. */
export interface Tracer {
  /**
   * @param headers of the request, to whose trace it belongs if they name one
   * @param startedAt milliseconds since 1970; now unless given
   */
  begin(
    name: string,
    kind: SpanKind,
    facts: SpanFacts,
    headers?: IncomingHttpHeaders,
    startedAt?: number,
  ): Span
}

const currentSpan = new AsyncLocalStorage<Span>()

/** The work that the code which asks is part of; `undefined` where nothing is traced. */
export const spanUnderWay = (): Span | undefined => currentSpan.getStore()

export const under = <T>(span: Span, work: () => T): T => currentSpan.run(span, work)

/** Does work in a span of its own below the one under way; where there is none, just does it. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  facts: SpanFacts,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = spanUnderWay()?.begin(name, kind, facts)
  return span ? finish(span, work) : work(undefined)
}

/** The same, in a trace of its own where there is none under way, for work without a request. */
export async function inTrace<T>(
  tracer: Tracer | undefined,
  name: string,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = spanUnderWay()?.begin(name, 'internal', {}) ?? tracer?.begin(name, 'internal', {})
  return span ? finish(span, work) : work(undefined)
}

async function finish<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await under(span, () => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
