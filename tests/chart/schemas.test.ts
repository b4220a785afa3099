import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strictSchemas } from '../support/content/strict-schemas.ts'
import { installCrds, openKubeCluster } from '../support/kube/kube-cluster.ts'
import { findHelms, findKubeTool, NO_CLUSTER, runTool } from '../support/kube/kube-tools.ts'
import { CI_VALUES, templateChart } from '../support/kube/render-chart.ts'

const [helms, cluster, kubeconform] = await Promise.all([
  findHelms(),
  openKubeCluster(),
  findKubeTool('kubeconform'),
])
const [helm] = helms
const canRun = helm !== undefined && cluster !== undefined && kubeconform !== undefined
if (!canRun) process.stdout.write(`Left out: the chart under kubeconform. ${NO_CLUSTER}\n`)

describe.skipIf(!canRun)(
  'kubeconform, with the schemas of the API server and unknown keys refused,',
  () => {
    let folder = ''
    const check = async (text: string) => {
      const location = path.join(
        folder,
        '{{ .ResourceKind }}_{{ .Group }}_{{ .ResourceAPIVersion }}.json',
      )
      return runTool(
        kubeconform ?? '',
        ['-strict', '-summary', '-schema-location', location, '-'],
        { input: text },
      )
    }

    beforeAll(async () => {
      if (!cluster) return
      folder = await mkdtemp(path.join(tmpdir(), 'finlore-schemas-'))
      await installCrds(cluster)
      await mkdir(folder, { recursive: true })
      const openapi = JSON.parse(await cluster.kubectl(['get', '--raw', '/openapi/v2']))
      for (const [name, schema] of strictSchemas(openapi.definitions)) {
        await writeFile(path.join(folder, name), JSON.stringify(schema))
      }
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    test.concurrent.each(CI_VALUES)('accepts every object of %s', async (ci) => {
      if (!helm) return
      const { stdout: objects } = await templateChart(helm, { ci })
      const { code, stdout, stderr } = await check(objects)

      expect([stdout.trim(), stderr]).toEqual([
        expect.stringMatching(/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0$/),
        '',
      ])
      expect(code).toBe(0)
    })

    test('refuses a key that Kubernetes does not know', async () => {
      if (!helm) return
      const { stdout: objects } = await templateChart(helm, { ci: 'minimal' })
      const { code, stdout } = await check(objects.replace('periodSeconds: 10', 'periodSecond: 10'))

      expect(code).not.toBe(0)
      expect(stdout).toMatch(/periodSecond/)
    })
  },
)
