import type { KubeObject } from './kube-objects.ts'
import { findHelms, NO_HELM } from './kube-tools.ts'
import { CI_VALUES, renderChart } from './render-chart.ts'

/** What each values file of `ci/` is rendered to, by its name; nothing where there is no Helm, which is said. */
export async function renderEveryCi(what: string): Promise<Map<string, KubeObject[]>> {
  const [helm] = await findHelms()
  if (!helm) {
    process.stdout.write(`Left out: ${what}. ${NO_HELM}\n`)
    return new Map()
  }
  const rendered = CI_VALUES.map(async (ci) => [ci, await renderChart(helm, { ci })] as const)
  return new Map(await Promise.all(rendered))
}
