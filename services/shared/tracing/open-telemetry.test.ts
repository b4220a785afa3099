import { describe, expect, test } from 'vitest'
import { openTracing } from './open-telemetry.ts'
import { SAMPLERS, type TracingConfig } from './tracing-env.ts'

const open = (sampler: TracingConfig['sampler'], ratio = 0.05) =>
  openTracing({ url: 'http://127.0.0.1:9/v1/traces', headers: undefined, sampler, ratio }, () => {})

/** How many of so many traces would be kept. */
function keptOf(count: number, sampler: TracingConfig['sampler'], parent?: '00' | '01') {
  const tracer = open(sampler).tracerOf('render')
  const headers = parent && { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${parent}` }
  const flags = Array.from(
    { length: count },
    () => tracer.begin('GET /', 'server', {}, headers).headers.traceparent?.slice(-2) ?? '',
  )
  return flags.filter((flag) => flag === '01').length
}

describe('which traces are kept', () => {
  test('is decided by the sampler, or by the caller where that is configured', () => {
    const parents = [undefined, '00', '01'] as const
    const kept = SAMPLERS.filter((name) => !name.includes('ratio')).map((sampler) => [
      sampler,
      ...parents.map((parent) => keptOf(1, sampler, parent)),
    ])
    expect(kept).toEqual([
      ['always_on', 1, 1, 1],
      ['always_off', 0, 0, 0],
      ['parentbased_always_on', 1, 0, 1],
      ['parentbased_always_off', 0, 0, 1],
    ])
    expect(keptOf(1, 'parentbased_traceidratio', '00')).toBe(0)
    expect(keptOf(1, 'parentbased_traceidratio', '01')).toBe(1)
  })

  test.for(['traceidratio', 'parentbased_traceidratio'] as const)(
    '%s keeps about one of twenty',
    (sampler) => {
      // Of 2,000 it is 100; seven standard deviations to either side.
      expect(Math.abs(keptOf(2_000, sampler) - 100)).toBeLessThan(70)
    },
  )
})

test('a span continues the trace of its caller, and passes it on', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const span = open('parentbased_always_off')
    .tracerOf('render')
    .begin('GET /', 'server', {}, { traceparent, tracestate: 'vendor=1' })
  const below = span.begin('GET /page-models', 'client', {})

  expect(span.traceId).toBe('a'.repeat(32))
  expect(below.headers).toEqual({
    traceparent: `00-${'a'.repeat(32)}-${below.spanId}-01`,
    tracestate: 'vendor=1',
  })
  expect(new Set([below.spanId, span.spanId, 'b'.repeat(16)]).size).toBe(3)
})

test('an invalid header starts a new trace', () => {
  const span = open('always_on')
    .tracerOf('render')
    .begin('GET /', 'server', {}, { traceparent: '00-00000000000000000000000000000000-x' })
  expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
})
