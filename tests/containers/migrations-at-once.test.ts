import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose, containerOf, hasContainers } from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'

const OUR_URL = '/run/secrets/database/url'

describe.skipIf(!hasContainers)('migrations that two containers run at once', () => {
  const database = `twice_${randomUUID().replaceAll('-', '')}`
  const psql = async (sql: string) =>
    docker('exec', await containerOf('postgres'), 'psql', '--username=finlore', '--command', sql)

  beforeAll(() => psql(`create database ${database}`))
  afterAll(() => psql(`drop database if exists ${database} with (force)`))

  test('run once each, and both containers exit with 0', async () => {
    const [one, other] = await Promise.all([runHere('migrate'), runHere('migrate')])

    const made = `${one}\n${other}`.match(/^\w+: \d{8}T\d{4}-\S+/gm) ?? []
    expect(made.length).toBeGreaterThan(3)
    expect(new Set(made).size).toBe(made.length)
    expect(await runHere('wait-for-schema')).toContain('every migration')
  })

  /** A process of the image, on the new database. @throws {Error} unless its exit code is 0 */
  async function runHere(name: string): Promise<string> {
    const script = `
      const url = new URL(fs.readFileSync('${OUR_URL}', 'utf8').trim())
      url.pathname = '/${database}'
      const env = { ...process.env, DATABASE_URL: url.href }
      delete env.DATABASE_URL_FILE
      process.execve(process.execPath, [process.execPath, 'deploy/run-process.ts', '${name}'], env)
    `
    const { stdout } = await compose(
      ...['run', '--rm', '--no-deps', '--entrypoint', 'node', 'migrate', '--eval', script],
    )
    return stdout
  }
})
