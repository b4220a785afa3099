import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { observeWith } from './observe.ts'
import { observeDependencies } from './observe-dependencies.ts'

const samplesOf = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('a gauge is read at each scrape', async () => {
  const registry = new Registry()
  let pages = 1
  observeWith(registry).gauge({ name: 'pages', help: 'Pages', read: () => pages })
  observeWith(registry).counter({ name: 'hits_total', help: 'Hits', read: () => pages * 10 })

  expect(await samplesOf(registry)).toEqual(['pages 1', 'hits_total 10'])
  pages = 3
  expect(await samplesOf(registry)).toEqual(['pages 3', 'hits_total 30'])
})

test('a gauge that never resolves delays the others for seconds only', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const registry = new Registry()
  const { gauge } = observeWith(registry)
  gauge({ name: 'known', help: 'Known', read: () => 7 })
  gauge({ name: 'hanging', help: 'Hanging', read: () => new Promise<number>(() => {}) })

  const samples = samplesOf(registry)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await samples).toEqual(['known 7'])
})

test('labels that are no longer read are removed', async () => {
  const registry = new Registry()
  let lanes = ['edits', 'bulk']
  const read = () => lanes.map((lane) => [{ lane }, 1] as const)
  observeWith(registry).gauge({ name: 'jobs', help: 'Jobs', labelNames: ['lane'], read })

  expect(await samplesOf(registry)).toEqual(['jobs{lane="edits"} 1', 'jobs{lane="bulk"} 1'])
  lanes = ['bulk']
  expect(await samplesOf(registry)).toEqual(['jobs{lane="bulk"} 1'])
})

test('a gauge that fails is left out, and the others are shown', async () => {
  const registry = new Registry()
  const { gauge } = observeWith(registry)
  let fails = false
  gauge({ name: 'known', help: 'Known', read: () => 7 })
  gauge({ name: 'unknown', help: 'Unknown', read: () => (fails ? undefined : 1) })
  gauge({
    name: 'failing',
    help: 'Failing',
    async read() {
      if (fails) throw new Error('the database is down')
      return 2
    },
  })

  expect(await samplesOf(registry)).toEqual(['known 7', 'unknown 1', 'failing 2'])
  fails = true
  expect(await samplesOf(registry)).toEqual(['known 7'])
})

test('a dependency is up when it answers, and down when it fails at once or later', async () => {
  const registry = new Registry()
  observeDependencies(registry, {
    postgres: async () => [{ one: 1 }],
    content: () => Promise.reject(new Error('refused')),
    search() {
      throw new Error('it has not begun')
    },
    queue: () => undefined,
  })

  expect(await samplesOf(registry)).toEqual([
    'finlore_dependency_up{dependency="postgres"} 1',
    'finlore_dependency_up{dependency="content"} 0',
    'finlore_dependency_up{dependency="search"} 0',
    'finlore_dependency_up{dependency="queue"} 1',
  ])
})

test('a dependency that never answers is down', async ({ onTestFinished }) => {
  const registry = new Registry()
  const silent = Promise.withResolvers<void>()
  onTestFinished(() => silent.resolve())
  observeDependencies(registry, { page_store: () => silent.promise })

  expect(await samplesOf(registry)).toEqual(['finlore_dependency_up{dependency="page_store"} 0'])
})
