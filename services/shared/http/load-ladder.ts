import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { SiteError } from '../errors.ts'
import { observeWith } from '../metrics/observe.ts'
import type { Service } from './create-service.ts'
import { LOAD_HEADER, SHED } from './load-header.ts'

/**
 * What is left out when there is more to do than can be done, one after the other. A step leaves out
 * what those before it leave out as well. What is stored is served at each of them.
 *
 * - `stored`: whoever asks for what is not stored does not wait until others are through
 * - `suggestions`: searches say what is found, and nothing beside it
 * - `images`: pictures for other sites are not drawn
 * - `lite`: nothing is made: no pages that are not stored, no searches
 */
export const LOAD_STEPS = ['stored', 'suggestions', 'images', 'lite'] as const
export type LoadStep = (typeof LOAD_STEPS)[number]

export interface LoadLadder {
  /** What answers say now; `undefined` while nothing is left out. */
  readonly header: string | undefined
  /** Whether this is left out now. Each time that it is so counts. */
  leavesOut(step: LoadStep): boolean
  /** @throws {SiteError} `overloaded` when this is left out now */
  refuse(step: LoadStep): void
}

/** Nothing is ever left out. */
export const CALM: LoadLadder = { header: undefined, leavesOut: () => false, refuse: () => {} }

/** How a process feels its load. */
export interface LoadFigures {
  /** Milliseconds that whoever comes waits for the thread, on average. */
  eventLoopDelay: number
  /** Bytes. */
  heapUsed: number
}

/** As a process feels it that has nothing to do. */
export const NO_LOAD: LoadFigures = { eventLoopDelay: 0, heapUsed: 0 }

/** From which delay on, in milliseconds, each step is taken. */
const DELAYS_MS: Readonly<Record<LoadStep, number>> = {
  stored: 50,
  suggestions: 100,
  images: 150,
  lite: 250,
}
/** A step is taken when two looks in a row say so: one slow page is no flood. */
const SAMPLE_MS = 500
/** With less of the heap to spare, collecting garbage takes all the time there is. */
const MOST_HEAP = 0.9

/**
 * Lets a service leave out what readers miss least, before those who read stored pages feel its load.
 *
 * @param feel how it feels its load; by its event loop and its heap unless given
 */
export function climbLadder({ app, metrics }: Service, feel?: () => LoadFigures): LoadLadder {
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
      throw new SiteError('overloaded', 'There is too much to do just now; try again')
    },
  }

  // Without limits of its own, it only measures.
  app.register(underPressure, { sampleInterval: SAMPLE_MS })
  const look = () => {
    const now = heightOf(feel ? feel() : app.memoryUsage())
    height = Math.min(now, lastHeight)
    lastHeight = now
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(look, SAMPLE_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onSend', async (_request, reply) => {
    if (ladder.header) reply.header(LOAD_HEADER, ladder.header)
  })

  const { gauge, counter } = observeWith(metrics)
  gauge({
    name: 'finlore_load_step',
    help: 'Steps of the ladder that are taken: 0 nothing is left out, 4 nothing but stored pages',
    read: () => height,
  })
  counter({
    name: 'finlore_load_left_out_total',
    help: 'What was left out because there was too much to do, by step of the ladder',
    labelNames: ['step'],
    read: () => [...counts].map(([step, count]) => [{ step }, count]),
  })
  return ladder
}

const heapLimit = getHeapStatistics().heap_size_limit

function heightOf({ eventLoopDelay, heapUsed }: LoadFigures): number {
  if (heapUsed > MOST_HEAP * heapLimit) return LOAD_STEPS.length
  return LOAD_STEPS.filter((step) => eventLoopDelay >= DELAYS_MS[step]).length
}
