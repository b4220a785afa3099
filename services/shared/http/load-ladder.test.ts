import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createService } from './create-service.ts'
import { LOAD_STEPS, startLoadShedding } from './load-ladder.ts'

const LOOK_MS = 500

describe('the ladder', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  async function build() {
    const service = createService({ name: 'test', log: { level: 'silent' }, checks: {} })
    const load = { eventLoopDelay: 0, heapUsed: 0 }
    const ladder = startLoadShedding(service, () => load)
    service.app.get('/made', async () => {
      ladder.refuse('lite')
      return 'made'
    })
    await service.app.ready()
    return { ...service, load, ladder }
  }

  test('is climbed step by step while the event loop lags, and left when it does not [F29]', async () => {
    const { app, ops, load, ladder } = await build()
    const leftOut = () => LOAD_STEPS.filter((step) => ladder.leavesOut(step))
    const headerOf = async () => (await app.inject('/made')).headers['x-load']
    expect(await headerOf()).toBeUndefined()

    for (const [delay, steps] of [
      [60, 1],
      [110, 2],
      [160, 3],
      [300, 4],
      [0, 0],
    ] as const) {
      load.eventLoopDelay = delay
      vi.advanceTimersByTime(2 * LOOK_MS)
      expect(leftOut()).toEqual(LOAD_STEPS.slice(0, steps))
      const step = LOAD_STEPS[steps - 1]
      expect(await headerOf()).toBe(step && `shed; step=${step}`)
      expect((await ops.inject('/metrics')).body).toMatch(
        new RegExp(`^finlore_load_step\\{.*\\} ${steps}$`, 'm'),
      )
    }
    // Asked for four times above, and refused once.
    expect((await ops.inject('/metrics')).body).toMatch(
      /^finlore_load_left_out_total\{.*step="lite".*\} 2$/m,
    )
  })

  test('is not climbed after one measurement', async () => {
    const { load, ladder } = await build()
    load.eventLoopDelay = 10_000
    vi.advanceTimersByTime(LOOK_MS)
    expect(ladder.header).toBeUndefined()
    load.eventLoopDelay = 0
    vi.advanceTimersByTime(LOOK_MS)
    load.eventLoopDelay = 10_000
    vi.advanceTimersByTime(LOOK_MS)
    expect(ladder.header).toBeUndefined()
  })

  test('is climbed to its end when the heap is nearly full', async () => {
    const { app, load } = await build()
    load.heapUsed = Number.MAX_SAFE_INTEGER
    vi.advanceTimersByTime(2 * LOOK_MS)

    const answer = await app.inject('/made')

    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'retry-after': '2', 'x-load': 'shed; step=lite' })
    expect(answer.json()).toMatchObject({ code: 'overloaded' })
  })
})
