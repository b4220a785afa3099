import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ofKind, theOne } from '../support/kube/kube-objects.ts'
import { findHelms, NO_HELM, runTool } from '../support/kube/kube-tools.ts'
import {
  CHART,
  CI_VALUES,
  ciFile,
  renderChart,
  templateChart,
} from '../support/kube/render-chart.ts'

const helms = await findHelms()
if (helms.length === 0) process.stdout.write(`Left out: the chart under Helm. ${NO_HELM}\n`)
const ROOT = path.resolve(import.meta.dirname, '../..')

describe.each(helms.map((helm) => [helm.major, helm] as const))('Helm %i', (_major, helm) => {
  test.concurrent.each(CI_VALUES)('lints %s without complaints', async (ci) => {
    const lint = ['lint', CHART, '--strict', '--kube-version', '1.36.0', '--values', ciFile(ci)]
    const { code, stdout } = await runTool(helm.file, lint)

    expect(stdout).toMatch(/1 chart\(s\) linted, 0 chart\(s\) failed/)
    expect(code).toBe(0)
  })

  test('uses the same files of nginx and of the alerts as compose', async () => {
    const objects = await renderChart(helm, { ci: 'full' })
    const { data } = theOne(objects, 'ConfigMap', 'site-finlore-nginx')

    for (const name of ['count-answers.sh', 'nginx.conf.template', 'start-nginx.sh']) {
      expect(data?.[name]).toBe(await readFile(path.join(ROOT, 'deploy/ingress', name), 'utf8'))
    }
    expect(ofKind(objects, 'PrometheusRule')).toHaveLength(1)
  })
})

describe.skipIf(helms.length < 2)('Helm 3 and Helm 4', () => {
  test.concurrent.each(CI_VALUES)('render the same objects for %s', async (ci) => {
    const [one, other] = await Promise.all(helms.map((helm) => renderChart(helm, { ci })))
    const byName = (objects: typeof one) =>
      objects?.toSorted((a, b) =>
        `${a.kind}/${a.metadata.name}`.localeCompare(`${b.kind}/${b.metadata.name}`),
      )

    expect(byName(one)).toEqual(byName(other))
  })
})

describe.skipIf(helms.length === 0)('a release', () => {
  const [helm] = helms

  test('in each of three languages needs values of three lines', async () => {
    if (!helm) return
    for (const locale of ['en_US', 'ru_RU', 'tr_TR']) {
      const site = {
        locale,
        url: `https://${locale.slice(0, 2)}.finlore.example`,
        key: `finlore-${locale.slice(0, 2)}`,
      }
      const objects = await renderChart(helm, {
        ci: 'minimal',
        release: `site-${locale.slice(0, 2)}`,
        values: { site },
      })
      const { data } = theOne(objects, 'ConfigMap', `site-${locale.slice(0, 2)}-finlore-render`)
      expect(data).toMatchObject({ SITE_LOCALE: locale, SITE_URL: site.url, SITE_KEY: site.key })
    }
  })

  test('has alerts about backups only if it takes them itself', async () => {
    if (!helm) return
    const alertsWhen = async (enabled: boolean) => {
      const values = { backup: { enabled }, metrics: { rules: { enabled: true } } }
      const objects = await renderChart(helm, { ci: 'minimal', values })
      const [rules] = ofKind(objects, 'PrometheusRule')
      return (rules?.spec.groups ?? []).flatMap((group) => group.rules.map(({ alert }) => alert))
    }
    const all = await alertsWhen(true)
    const ofBackups = ['BackupTooOld', 'BackupFails']
    expect(all).toEqual(expect.arrayContaining(ofBackups))
    expect(await alertsWhen(false)).toEqual(all.filter((alert) => !ofBackups.includes(alert ?? '')))
  })

  test('refuses a name that no Service can have, unless another is set', async () => {
    if (!helm) return
    for (const release of ['site.en', '1site']) {
      const refused = await templateChart(helm, { ci: 'minimal', release })
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toContain(
        `the name of the release, ${release}: Services cannot have it`,
      )
      const values = { fullnameOverride: 'site-en' }
      expect(await templateChart(helm, { ci: 'minimal', release, values })).toMatchObject({
        code: 0,
      })
    }
  })

  test('restarts pods when a setting changes, only those that have it', async () => {
    if (!helm) return
    const sums = async (values: object) =>
      Object.fromEntries(
        ofKind(await renderChart(helm, { ci: 'minimal', values }), 'Deployment').map(
          ({ metadata, spec }) => [
            metadata.name,
            spec.template?.metadata.annotations?.['checksum/settings'],
          ],
        ),
      )
    const before = await sums({})
    const after = await sums({ render: { memoryBytes: 2 ** 27 } })
    const changed = Object.keys(before).filter((name) => before[name] !== after[name])
    expect(changed).toEqual(['site-finlore-render'])
  })
})
