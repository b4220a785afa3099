import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../../../services/render/documents/routes.ts'
import { editorRequest } from '../../../support/hostile/fuzz/editor-requests.ts'
import { PUBLIC_ADDRESSES, publicRequest } from '../../../support/hostile/fuzz/public-requests.ts'
import {
  type FuzzAnswer,
  sendRequest,
  type WireRequest,
} from '../../../support/hostile/fuzz/send-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

/**
 * Requests of every kind over the wire, for a fixed time: half of it to the ingress, half to the
 * content service. By hand for longer, and with other requests each time:
 *
 *     FUZZ_SECONDS=600 FUZZ_SEED=random npm test -- --project integration fuzz-wire
 */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 20)
const SEED = process.env.FUZZ_SEED === 'random' ? undefined : Number(process.env.FUZZ_SEED ?? 17)
/** Sent at once. */
const TOGETHER = 6
/** Longer than every deadline of the site, on a machine that does much else meanwhile. */
const LONGEST_MS = 15_000
/** A refused body of this size may be cut off instead of being read. */
const LARGE_BODY = 4_000
const GROWTH_BYTES = 48 * 1024 * 1024

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
})
afterAll(() => site.close())

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
function heapUsed(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
const namesOf = () => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype))

/** Answers that say "later" are right for a busy machine: a repeated request, alone, must get another. */
async function ask(base: string, request: WireRequest): Promise<FuzzAnswer> {
  const answer = await sendRequest(base, request)
  const isShed = answer.status === 503 && answer.headers.has('retry-after')
  return isShed ? sendRequest(base, request) : answer
}

function expectCalm(request: WireRequest, answer: FuzzAnswer): void {
  const { status, headers, text, ms } = answer
  const asked = `${request.method} ${request.target.slice(0, 200)} answered ${status}`
  const mayBeCutOff = (request.body?.length ?? 0) > LARGE_BODY
  if (status === 0) expect(mayBeCutOff, `${asked} after ${ms} ms`).toBe(true)
  expect(status, `${asked}: ${text.slice(0, 300)}`).toBeLessThan(500)
  expect(ms, asked).toBeLessThan(LONGEST_MS)
  // No address redirects to another site.
  expect(headers.get('location') ?? '/', asked).toMatch(/^\/(?![/\\])/)
}

/** @returns with which statuses it was answered */
async function flood(base: string, request: fc.Arbitrary<WireRequest>, seconds: number) {
  const statuses = new Set<number>()
  const property = fc.asyncProperty(
    fc.array(request, { minLength: 1, maxLength: TOGETHER }),
    async (requests) => {
      const answers = await Promise.all(requests.map((one) => ask(base, one)))
      for (const { status } of answers) statuses.add(status)
      for (const [index, one] of requests.entries()) expectCalm(one, answers[index] as FuzzAnswer)
    },
  )
  await fc.assert(property, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1_000,
    ...(SEED !== undefined && { seed: SEED }),
  })
  return statuses
}

test('the requests include all routes of readers', () => {
  expect(Object.keys(PUBLIC_ADDRESSES)).toEqual(
    expect.arrayContaining([...Object.values(ROUTES), '/api/search']),
  )
})

test.each([
  ['readers', [200, 400, 404, 405], () => [site.url, publicRequest] as const],
  ['editors', [200, 201, 400, 404], () => [site.contentUrl, editorRequest(site.token)] as const],
])(
  'any bytes from %s are answered in time, without errors and without side effects',
  async (_who, usual, target) => {
    const [base, request] = target()
    const names = namesOf()
    await flood(base, request, SECONDS / 5)
    const before = heapUsed()
    const statuses = await flood(base, request, SECONDS / 3)

    // Neither all that is sent is refused, nor all of it taken.
    expect([...statuses]).toEqual(expect.arrayContaining([...usual]))
    expect(namesOf()).toEqual(names)
    expect(heapUsed() - before).toBeLessThan(GROWTH_BYTES)
    expect((await fetch(site.url)).status).toBe(200)
  },
  SECONDS * 3_000 + 60_000,
)
