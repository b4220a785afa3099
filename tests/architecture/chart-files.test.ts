import { lstat, readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { COPIED_FILES, chartFile, sourceFile } from '../support/kube/chart-files.ts'
import { CHART } from '../support/kube/render-chart.ts'

describe('files of the chart', () => {
  test.each(Object.entries(COPIED_FILES))('%s is the same as %s', async (name, source) => {
    const [copy, original] = await Promise.all(
      [chartFile(name), sourceFile(source)].map((file) => readFile(file, 'utf8')),
    )
    expect(copy === original, `run: node tests/chart/write-files.ts`).toBe(true)
  })

  test('are no symbolic links, which many archives leave out', async () => {
    const entries = await readdir(CHART, { recursive: true, withFileTypes: true })
    expect(entries.length).toBeGreaterThan(20)
    const links = await Promise.all(
      entries.map(async ({ parentPath, name }) => {
        const file = `${parentPath}/${name}`
        return (await lstat(file)).isSymbolicLink() ? [file] : []
      }),
    )
    expect(links.flat()).toEqual([])
  })
})
