import { Type } from 'typebox'
import { parseEnv } from '../config.ts'

/** How it is decided which traces are kept; `parentbased_…` follows the decision of the caller. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const Url = Type.String({ pattern: '^https?://' })

/** Named and meant as OpenTelemetry does; one trace in twenty is kept unless told otherwise. */
const TracingEnv = Type.Object({
  /** Of a collector that takes OTLP over HTTP, such as `http://collector:4318`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Url),
  /** The same with its path, for traces only. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(Url),
  /** `name=value`, apart by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(Type.String()),
  OTEL_SDK_DISABLED: Type.Optional(Type.String()),
  OTEL_TRACES_SAMPLER: Type.Enum([...SAMPLERS], { default: 'parentbased_traceidratio' }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ minimum: 0, maximum: 1, default: 0.05 }),
})

export interface TracingConfig {
  /** Where traces are posted to. */
  url: string
  /** `name=value`, apart by commas. */
  headers: string | undefined
  sampler: (typeof SAMPLERS)[number]
  /** Of those that samplers with `ratio` in their name decide about. */
  ratio: number
}

/**
 * @returns `undefined` when nothing says where traces go
 * @throws {Error} naming every offending variable
 */
export function loadTracingConfig(env: NodeJS.ProcessEnv): TracingConfig | undefined {
  const config = parseEnv(TracingEnv, env)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  const ofCollector = endpoint && `${endpoint.replace(/\/$/, '')}/v1/traces`
  const url = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? ofCollector
  if (url === undefined || config.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  return {
    url,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  }
}
