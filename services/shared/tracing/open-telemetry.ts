import { hostname } from 'node:os'
import * as api from '@opentelemetry/api'
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { fieldOf } from '../field-of.ts'
import type { Span, SpanKind, Tracer } from './span.ts'
import type { TracingConfig } from './tracing-env.ts'

/** The only file that knows OpenTelemetry: loaded where something is traced, and nowhere else. */

/** Sends what its tracers are told to where the environment says. */
export interface Tracing {
  tracerOf(service: string): Tracer
  /** Sends what is left. */
  close(): Promise<void>
}

const KINDS: Record<SpanKind, api.SpanKind> = {
  server: api.SpanKind.SERVER,
  client: api.SpanKind.CLIENT,
  internal: api.SpanKind.INTERNAL,
}
/** A statement may be as long as an article has links. */
const MAX_FACT_LENGTH = 2_000
const EXPORT_MS = 5_000
const SAY_AGAIN_MS = 10 * 60_000

const w3c = new W3CTraceContextPropagator()

export function openTracing(config: TracingConfig, onOutage: (error: unknown) => void): Tracing {
  const { url, headers, sampler, ratio } = config
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({
      url,
      timeoutMillis: EXPORT_MS,
      ...(headers && { headers: parseKeyPairsIntoRecord(headers) }),
    }),
    exportTimeoutMillis: EXPORT_MS,
  })
  reportOutages(onOutage)
  const tracers = new Map<string, Tracer>()

  // Each service has a name of its own, also where one process runs several.
  const open = (service: string): Tracer => {
    const provider = new TracerProvider({
      resource: resourceOf(service),
      sampler: samplerOf(sampler, ratio),
      spanLimits: { attributeValueLengthLimit: MAX_FACT_LENGTH },
      spanProcessors: [processor],
    })
    const tracer = provider.getTracer('finlore')
    return {
      begin: (name, kind, facts, from, startTime) =>
        beginSpan(
          tracer,
          from ? w3c.extract(api.ROOT_CONTEXT, from, api.defaultTextMapGetter) : api.ROOT_CONTEXT,
          name,
          kind,
          facts,
          startTime,
        ),
    }
  }

  return {
    tracerOf(service) {
      const tracer = tracers.get(service) ?? open(service)
      tracers.set(service, tracer)
      return tracer
    },
    close: () => processor.shutdown(),
  }
}

function beginSpan(
  tracer: api.Tracer,
  parent: api.Context,
  ...[name, kind, facts, startTime]: Parameters<Span['begin']>
): Span {
  const options = { kind: KINDS[kind], attributes: { ...facts }, ...(startTime && { startTime }) }
  const span = tracer.startSpan(name, options, parent)
  const context = api.trace.setSpan(parent, span)
  const { traceId, spanId } = span.spanContext()
  return {
    traceId,
    spanId,
    get headers() {
      const headers: Record<string, string> = {}
      w3c.inject(context, headers, api.defaultTextMapSetter)
      return headers
    },
    begin: (...below) => beginSpan(tracer, context, ...below),
    note: (facts) => void span.setAttributes({ ...facts }),
    fail(error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      const code = fieldOf(error, 'code')
      const type = code ?? (error instanceof Error ? error.name : typeof error)
      span.setAttribute('error.type', String(type))
    },
    end: () => span.end(),
  }
}

/** What the environment says of it stands: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`. */
const resourceOf = (service: string): Resource =>
  resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'finlore',
    'service.instance.id': hostname(),
  }).merge(detectResources({ detectors: [envDetector] }))

function samplerOf(name: TracingConfig['sampler'], ratio: number): Sampler {
  if (name.startsWith('parentbased_')) {
    return new ParentBasedSampler({ root: rootSampler(name.slice('parentbased_'.length), ratio) })
  }
  return rootSampler(name, ratio)
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  return name === 'always_on' ? new AlwaysOnSampler() : new AlwaysOffSampler()
}

/** Traces that cannot be sent are lost, which is worth a line now and then, and not one for each. */
function reportOutages(report: (error: unknown) => void): void {
  let saidAt = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    if (performance.now() - saidAt < SAY_AGAIN_MS) return
    saidAt = performance.now()
    report(error)
  })
}
