import { getHeapStatistics } from 'node:v8'
import { SiteError } from '../errors.ts'
import { observeWith } from '../metrics/observe.ts'
import type { Service } from './create-service.ts'
import { createLoadMeter, type LoadFigures } from './measure-load.ts'
import { LOAD_HEADER, SHED } from './problem-handler.ts'

/**
 * What is left out under too much load, step by step. Each step also leaves out what the steps
 * before it do. Stored pages are served at every step.
 *
 * - `stored`: requests for what is not stored do not queue; without a free place they are refused
 * - `suggestions`: searches return hits without suggestions
 * - `images`: preview pictures for other sites are not drawn
 * - `lite`: nothing is made: no pages that are not stored, no searches
 */
export const LOAD_STEPS = ['stored', 'suggestions', 'images', 'lite'] as const
export type LoadStep = (typeof LOAD_STEPS)[number]

export interface LoadLadder {
  /** The current value of `LOAD_HEADER`; `undefined` while nothing is left out. */
  readonly header: string | undefined
  /** Whether this is left out now. Counts in the metrics each time that it is. */
  leavesOut(step: LoadStep): boolean
  /** @throws {SiteError} `overloaded` when this is left out now */
  refuse(step: LoadStep): void
}

/** A ladder that never leaves anything out. */
export const CALM: LoadLadder = { header: undefined, leavesOut: () => false, refuse: () => {} }

/** The figures of an idle process. */
export const NO_LOAD: LoadFigures = { eventLoopDelay: 0, heapUsed: 0 }

/** The event loop delay, in milliseconds, from which on each step is taken. */
const DELAYS_MS: Readonly<Record<LoadStep, number>> = {
  stored: 50,
  suggestions: 100,
  images: 150,
  lite: 250,
}
/** A step is taken only after two samples in a row ask for it: one slow page is not overload. */
const SAMPLE_MS = 500
/** Share of the heap limit above which garbage collection would take nearly all the time. */
const MAX_HEAP = 0.9

/**
 * Lets a service leave out what readers miss least, before readers of stored pages notice the load.
 *
 * @param feel measures the load; the event loop and the heap of this process unless given
 */
export function startLoadShedding({ app, metrics }: Service, feel?: () => LoadFigures): LoadLadder {
  const counts = new Map(LOAD_STEPS.map((step) => [step, 0]))
  let height = 0
  let lastHeight = 0
  const ladder: LoadLadder = {
    get header() {
      return height > 0 ? `${SHED}; step=${LOAD_STEPS[height - 1]}` : undefined
    },
    leavesOut(step) {
      if (LOAD_STEPS.indexOf(step) >= height) return false
      counts.set(step, (counts.get(step) ?? 0) + 1)
      return true
    },
    refuse(step) {
      if (!ladder.leavesOut(step)) return
      throw new SiteError('overloaded', 'The server is overloaded; try again later')
    },
  }

  const meter = feel ? { read: feel, stop() {} } : createLoadMeter()
  const look = () => {
    const now = heightOf(meter.read())
    height = Math.min(now, lastHeight)
    lastHeight = now
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(look, SAMPLE_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    meter.stop()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (ladder.header) reply.header(LOAD_HEADER, ladder.header)
  })

  const { gauge, counter } = observeWith(metrics)
  gauge({
    name: 'finlore_load_step',
    help: 'Highest active step of the load ladder: 0 nothing is left out, 4 nothing but stored pages',
    read: () => height,
  })
  counter({
    name: 'finlore_load_left_out_total',
    help: 'Times that something was left out under load, by step of the load ladder',
    labelNames: ['step'],
    read: () => [...counts].map(([step, count]) => [{ step }, count]),
  })
  return ladder
}

const heapLimit = getHeapStatistics().heap_size_limit

function heightOf({ eventLoopDelay, heapUsed }: LoadFigures): number {
  if (heapUsed > MAX_HEAP * heapLimit) return LOAD_STEPS.length
  return LOAD_STEPS.filter((step) => eventLoopDelay >= DELAYS_MS[step]).length
}
