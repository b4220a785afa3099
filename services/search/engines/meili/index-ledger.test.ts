import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectMeili } from './connect.ts'
import { createIndexLedger } from './index-ledger.ts'
import { createState } from './index-state.ts'

const stateAt = (revision: number) => createState({ feed: 'a feed', revision }, 0)

/** An index without titles that answers as Meilisearch does, and counts what it is asked. */
async function openIndex() {
  const index = { state: stateAt(1), taskRequests: 0 }
  const server = createServer((request, response) => {
    const isTasks = request.url?.startsWith('/tasks')
    if (isTasks) index.taskRequests += 1
    const [states, none] = [[index.state], []].map((hits) => ({
      hits,
      estimatedTotalHits: 0,
    }))
    const answer = isTasks ? { results: [], total: 0 } : { results: [states, none, none, states] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connectMeili({ url: `http://127.0.0.1:${port}` })
  return { index, ledger: createIndexLedger(client, 'titles') }
}

test('recognizes its own write, and detects that of another process', async () => {
  const { index, ledger } = await openIndex()
  expect(ledger.isKnown).toBe(false)
  await expect(ledger.readOwnState()).rejects.toThrow('somebody else wrote to the index')
  ledger.confirm(await ledger.readState())
  expect(ledger.isKnown).toBe(true)
  expect(await ledger.readOwnState()).toEqual(index.state)
  index.state = stateAt(2)
  await expect(ledger.readOwnState()).rejects.toThrow('somebody else wrote to the index')
})

test.each(['takes effect', 'fails'])(
  'after a write whose outcome is unknown, continues whether it %s',
  async (outcome) => {
    const { index, ledger } = await openIndex()
    const [former, next] = [index.state, stateAt(2)]
    ledger.confirm(former)
    ledger.begin(next)
    const [actual, other] = outcome === 'fails' ? [former, next] : [next, former]
    index.state = actual
    expect(await ledger.readOwnState()).toEqual(actual)
    // From now on the outcome is known.
    index.state = other
    await expect(ledger.readOwnState()).rejects.toThrow('somebody else wrote to the index')
  },
)

test('waits for tasks of the index only if some may be running', async () => {
  const { index, ledger } = await openIndex()
  await ledger.readState()
  await ledger.readState()
  expect(index.taskRequests).toBe(1)
  ledger.begin()
  await ledger.readState()
  expect(index.taskRequests).toBe(2)
  ledger.begin()
  ledger.confirm(index.state)
  await ledger.readOwnState()
  expect(index.taskRequests).toBe(2)
})

test('runs one job at a time, also after one that failed', async () => {
  const { ledger } = await openIndex()
  const steps: string[] = []
  const first = ledger.oneAtATime(async () => {
    steps.push('first begins')
    await Promise.resolve()
    steps.push('first fails')
    throw new Error('refused')
  })
  const second = ledger.oneAtATime(async () => steps.push('second'))
  await expect(first).rejects.toThrow('refused')
  await second
  expect(steps).toEqual(['first begins', 'first fails', 'second'])
})
