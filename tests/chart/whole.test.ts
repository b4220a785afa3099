import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findHelms, NO_HELM } from '../support/kube/kube-tools.ts'
import { CHART, templateChart } from '../support/kube/render-chart.ts'

const helms = await findHelms()
if (helms.length === 0) process.stdout.write(`Left out: charts that are not whole. ${NO_HELM}\n`)
const FILES = await readdir(path.join(CHART, 'files'))

/** Values by which every file of the chart is used. */
const ALL = {
  metrics: { rules: { enabled: true }, dashboard: { enabled: true } },
}

describe.each(helms)('a chart without one of its files, with Helm $major', (helm) => {
  test.each(
    FILES.flatMap(
      (file) =>
        [
          [file, 'is missing', false],
          [file, 'is empty', true],
        ] as const,
    ),
  )('is not rendered: %s %s', async (file, _, isThere) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-chart-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await cp(CHART, folder, { recursive: true })
    const lost = path.join(folder, 'files', file)
    if (isThere) await writeFile(lost, '')
    else await rm(lost)

    const ci = file.endsWith('.sql') ? 'keda' : 'full'
    const whole = await templateChart(helm, { ci, values: ALL })
    expect([whole.code, whole.stderr]).toEqual([0, ''])
    const { code, stdout, stderr } = await templateChart(helm, { ci, values: ALL, chart: folder })
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain(
      `files/${file} is missing or empty: this copy of the chart is not whole`,
    )
  })
})
