import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { OBSERVABILITY, readMetricTable } from '../support/machine/metric-table.ts'

const RUNBOOKS = path.resolve(OBSERVABILITY, '../runbooks')
/** The beginning that each deployment replaces by its own. */
const RUNBOOK_BASE = 'https://runbooks.example/finlore/'
/** What every rule and panel asks for, which each deployment replaces too. */
const RULE_SITE = 'site="finlore"'
const PANEL_SITE = 'site="$site"'

const Alert = Type.Object({
  alert: Type.String(),
  expr: Type.String(),
  labels: Type.Object({ severity: Type.Enum(['critical', 'warning']) }),
  annotations: Type.Object({
    summary: Type.String({ minLength: 10 }),
    description: Type.String({ minLength: 10 }),
    runbook_url: Type.String(),
  }),
})
const Recording = Type.Object({ record: Type.String(), expr: Type.String() })
const Rules = Type.Object({
  groups: Type.Array(Type.Object({ rules: Type.Array(Type.Union([Alert, Recording])) })),
})
const Dashboard = Type.Object({
  panels: Type.Array(
    Type.Object({
      title: Type.String(),
      gridPos: Type.Object({ x: Type.Integer(), y: Type.Integer(), w: Type.Integer() }),
      targets: Type.Optional(Type.Array(Type.Object({ expr: Type.String() }))),
    }),
  ),
})

const read = (...names: string[]) => readFile(path.join(OBSERVABILITY, ...names), 'utf8')

let alerts: Type.Static<typeof Alert>[]
let recordings: Type.Static<typeof Recording>[]
let panels: { title: string; expr: string }[]
let known: Set<string>

beforeAll(async () => {
  const { groups } = Value.Parse(Rules, parse(await read('alerts.yaml')))
  const rules = groups.flatMap((group) => group.rules)
  alerts = rules.filter((rule) => 'alert' in rule)
  recordings = rules.filter((rule) => 'record' in rule)
  const dashboard = Value.Parse(Dashboard, JSON.parse(await read('dashboard.json')))
  panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr })),
  )

  const common = new Registry()
  collectDefaultMetrics({ register: common })
  const table = await readMetricTable([])
  known = new Set([
    // Prometheus's own: whether it reached the process.
    'up',
    ...common.getMetricsAsArray().map(({ name }) => name),
    ...recordings.map(({ record }) => record),
    ...table.flatMap(({ name, type }) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : name,
    ),
  ])
})

/** Names of metrics are what is followed by labels, and what rules record. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/([a-zA-Z_]\w*)\{|\b(finlore:[\w:]+)/g)].map(
    ([, metric, recorded]) => metric ?? recorded ?? '',
  )

describe('rules and dashboard', () => {
  test('are read completely', () => {
    expect(alerts.length).toBeGreaterThan(25)
    expect(recordings.length).toBeGreaterThan(15)
    expect(panels.length).toBeGreaterThan(40)
    expect(known.size).toBeGreaterThan(60)
  })

  test('name only metrics that are in the table', () => {
    for (const { alert, expr } of alerts) expect([...known], alert).toEqual(containing(expr))
    for (const { record, expr } of recordings) expect([...known], record).toEqual(containing(expr))
    for (const { title, expr } of panels) expect([...known], title).toEqual(containing(expr))
  })

  test('select one site, so that several can share a Prometheus', () => {
    for (const { expr } of [...alerts, ...recordings]) {
      expect(expr.match(/\w\{/g)?.length ?? 0, expr).toBe(expr.split(RULE_SITE).length - 1)
    }
    const bare = /\b(?:(?:finlore|http|process|nodejs)_\w+|up)\b(?!\{)/
    for (const { expr } of [...alerts, ...recordings, ...panels]) expect(expr).not.toMatch(bare)
    for (const { expr } of panels) {
      expect(expr.match(/\w\{/g)?.length, expr).toBe(expr.split(PANEL_SITE).length - 1)
    }
  })

  test('use every metric', async () => {
    const seen = new Set(
      [...alerts, ...recordings, ...panels].flatMap(({ expr }) => metricsIn(expr)),
    )
    const unseen = (await readMetricTable([]))
      .map(({ name }) => name)
      .filter((name) => ![name, `${name}_bucket`, `${name}_count`].some((one) => seen.has(one)))
    expect(unseen).toEqual([])
  })
})

const containing = (expr: string) => expect.arrayContaining(metricsIn(expr))

describe('alerts', () => {
  test('have unique names, and each is tested', async () => {
    const names = alerts.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    const fired = (await read('alerts.test.yaml')).matchAll(/alertname="(\w+)"/g)
    expect(new Set([...fired].map(([, name]) => name))).toEqual(new Set(names))
  })

  test('have a runbook each, and each runbook has an alert', async () => {
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook_url, alert).toBe(`${RUNBOOK_BASE}${runbookOf(alert)}`)
    }
    const files = (await readdir(RUNBOOKS)).filter((name) => name.endsWith('.md'))
    const pages = files.filter((name) => name !== 'README.md').sort()
    expect(pages).toEqual(alerts.map(({ alert }) => runbookOf(alert)).sort())
  })

  test('have runbooks that say what readers see, how to check, what to do and when it is over', async () => {
    for (const { alert } of alerts) {
      const text = await readFile(path.join(RUNBOOKS, runbookOf(alert)), 'utf8')
      expect(text.startsWith(`# ${alert}\n\n**Readers:** `), alert).toBe(true)
      expect(text.match(/^## .+$/gm), alert).toEqual(['## Check', '## Do', '## Over when'])
      for (const [, link = ''] of text.matchAll(/\]\(([^)]+\.md)\)/g)) {
        expect(await readdir(RUNBOOKS), `${alert} links to ${link}`).toContain(link)
      }
    }
  })

  test('have runbooks with existing metrics', async () => {
    for (const { alert } of alerts) {
      const text = await readFile(path.join(RUNBOOKS, runbookOf(alert)), 'utf8')
      for (const [, words = ''] of text.matchAll(/\bmetrics [a-z]+ ([a-z_0-9]+)/g)) {
        const found = [...known].some((name) => name.includes(words))
        expect(found, `${alert}: metrics … ${words}`).toBe(true)
      }
    }
  })
})

/** `PostgresDown` has `postgres-down.md`. */
const runbookOf = (alert: string) =>
  `${alert.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`
