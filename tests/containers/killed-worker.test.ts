import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  containersOf,
  hasContainers,
  publish,
  read,
  untilHealthy,
} from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'

const ARTICLES = 12
const TAKEN_OVER = { timeout: 60_000, interval: 250 }

describe.skipIf(!hasContainers)('a worker that is killed while it renders', () => {
  afterEach(() => untilHealthy('worker'))

  // Each of them, so that one of the two was surely at work.
  test.for([0, 1])('leaves its jobs to the other one: number %i [F17]', async (number) => {
    const workers = await containersOf('worker')
    expect(workers).toHaveLength(2)
    const slugs = Array.from({ length: ARTICLES }, (_, index) => `killed-worker-${number}-${index}`)

    const edits = slugs.map((slug) => publish(slug, { title: `About ${slug}`, body: 'Kept.' }))
    await Promise.race(edits)
    await docker('kill', workers[number] ?? '')
    await Promise.all(edits)

    // Lists are stored; only a worker rebuilds them.
    await vi.waitFor(async () => {
      const { body } = await read('/feed.json')
      for (const slug of slugs) expect(body).toContain(`/articles/${slug}`)
    }, TAKEN_OVER)
  })
})
