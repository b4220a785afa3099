import { describe, expect, test } from 'vitest'
import {
  compose,
  containerSite,
  containersOf,
  hasContainers,
} from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'
import { startSteadyReaders } from './steady-readers.ts'

const PER_SECOND = 200
const ADDRESSES = [
  '/',
  '/articles/what-a-dividend-is-and-its-four-dates',
  '/page-data/articles/what-a-dividend-is-and-its-four-dates/page-data.json',
  '/authors',
  '/sitemap.xml',
]

describe.skipIf(!hasContainers)('replacing every replica of render', () => {
  test('loses no request of 200 a second [F24]', async () => {
    const old = await containersOf('render')
    expect(old).toHaveLength(2)
    const scale = `render=${old.length * 2}`
    const readers = startSteadyReaders(containerSite().url, ADDRESSES, PER_SECOND)
    try {
      await compose(
        'up',
        '--detach',
        '--no-recreate',
        '--no-deps',
        '--wait',
        '--scale',
        scale,
        'render',
      )
      for (const id of old) await docker('rm', '--force', await stopped(id))
    } finally {
      const { requests, failures, slowestMs } = await readers.stop()
      process.stdout.write(`${requests} requests, the slowest ${Math.round(slowestMs)} ms\n`)
      expect(failures).toEqual([])
      expect(requests).toBeGreaterThan(PER_SECOND)
    }
    const now = await containersOf('render')
    expect(now).toHaveLength(2)
    expect(now.filter((id) => old.includes(id))).toEqual([])
  })
})

/** As an upgrade stops it: it may finish what it has begun. */
async function stopped(id: string): Promise<string> {
  await docker('stop', id)
  const exitCode = await docker('inspect', '--format', '{{.State.ExitCode}}', id)
  expect(exitCode).toBe('0')
  return id
}
