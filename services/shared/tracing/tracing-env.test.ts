import { describe, expect, test } from 'vitest'
import { loadTracingConfig } from './tracing-env.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'

describe('where traces go', () => {
  test('is nowhere by default', () => {
    expect(loadTracingConfig({})).toBeUndefined()
    expect(loadTracingConfig({ OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined()
    expect(
      loadTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }),
    ).toBeUndefined()
  })

  test('is the collector, and one of twenty is kept', () => {
    expect(loadTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: undefined,
      sampler: 'parentbased_traceidratio',
      ratio: 0.05,
    })
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://traces.example/in'
    expect(
      loadTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })?.url,
    ).toBe(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  })

  test('is refused when it is invalid', () => {
    expect(() =>
      loadTracingConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
        OTEL_TRACES_SAMPLER: 'sometimes',
        OTEL_TRACES_SAMPLER_ARG: '5',
      }),
    ).toThrow(/ENDPOINT.*SAMPLER:.*SAMPLER_ARG/s)
  })
})
