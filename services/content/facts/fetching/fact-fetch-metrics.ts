import { Counter, type Registry } from 'prom-client'
import { FETCH_OUTCOMES, type FetchOutcome } from './fact-fetches.ts'

export interface FactFetchMetrics {
  count(outcome: FetchOutcome): void
}

export function createFactFetchMetrics(registry: Registry): FactFetchMetrics {
  const fetches = new Counter({
    name: 'finlore_content_fact_fetches_total',
    help: 'Times that a fact was compared with what its address says, by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of FETCH_OUTCOMES) fetches.inc({ outcome }, 0)
  return { count: (outcome) => fetches.inc({ outcome }) }
}
