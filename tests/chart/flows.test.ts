import { beforeAll, describe, expect, test } from 'vitest'
import {
  type KubeObject,
  type LabelSelector,
  type Labels,
  ofKind,
  type Peer,
  podsOf,
  theOne,
} from '../support/kube/kube-objects.ts'
import { findHelms, NO_HELM } from '../support/kube/kube-tools.ts'
import { CI_VALUES, renderChart } from '../support/kube/render-chart.ts'

/**
 * The call graph as it was declared: which component may connect to which, and to no other. Changing it
 * means changing this table, in a commit that says why.
 */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  ingress: ['render:8083', 'search:8082'],
  content: ['postgres:5432'],
  search: ['content:8081', 'meilisearch:7700'],
  indexer: ['content:8081', 'meilisearch:7700'],
  render: ['content:8081', 'search:8082', 'postgres:5432'],
  // It asks as readers do, to measure when they get what was edited.
  worker: ['ingress:8080', 'content:8081', 'postgres:5432', 'redis:6379'],
  migrate: ['postgres:5432'],
  import: ['postgres:5432'],
  backup: ['postgres:5432'],
  test: ['ingress:8080'],
}

/** What leaves the release with everything on: the bucket at 443, traces at 4318, scripts, ad data, IndexNow and Git at 443, caches at 6081. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  ingress: ['443 anywhere'],
  content: ['4318 anywhere', '443 internet', '5432 databases'],
  search: ['4318 anywhere', '7700 anywhere'],
  indexer: ['4318 anywhere', '7700 anywhere'],
  render: ['4318 anywhere', '443 anywhere', '443 internet', '5432 databases'],
  worker: [
    ...['4318 anywhere', '443 anywhere', '443 internet', '5432 databases', '6081 cdn'],
    '6379 anywhere',
  ],
  migrate: ['5432 databases'],
  import: ['443 anywhere', '5432 databases'],
  backup: ['5432 databases'],
  test: [],
}

const [helm] = await findHelms()
if (!helm) process.stdout.write(`Left out: network policies of the chart. ${NO_HELM}\n`)

const matches = ({ matchLabels = {} }: LabelSelector, labels: Labels) =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value)

/** One pod of each component, with every port that any of its containers opens. */
function endsOf(objects: readonly KubeObject[]) {
  const ends = podsOf(objects).map(({ component, template: { metadata, spec } }) => ({
    component,
    labels: metadata.labels,
    ports: spec.containers.flatMap(({ ports = [] }) => ports.map((port) => port.containerPort)),
  }))
  return [...new Map(ends.map((end) => [end.component, end])).values()]
}
type End = ReturnType<typeof endsOf>[number]

/** The policies that are about a pod. */
const policiesOn = (policies: readonly KubeObject[], { labels }: End) =>
  policies.filter(({ spec }) => matches(spec.podSelector ?? {}, labels))

/** Whether a rule's peers mean a pod of the same namespace. */
const means = (peers: readonly Peer[] | undefined, { labels }: End) =>
  peers === undefined ||
  peers.some(
    ({ podSelector, namespaceSelector, ipBlock }) =>
      podSelector && !namespaceSelector && !ipBlock && matches(podSelector, labels),
  )

/** Connections between pods of the release that both ends allow, as `render → content:8081`. */
function flowsInside(objects: readonly KubeObject[]): string[] {
  const policies = ofKind(objects, 'NetworkPolicy')
  const ends = endsOf(objects)
  return ends.flatMap((from) =>
    ends.flatMap((to) =>
      to.ports
        .filter((port) => {
          const opens = ({ ports }: { ports?: { port: number }[] }) =>
            ports === undefined || ports.some((one) => one.port === port)
          const leaves = policiesOn(policies, from).some(({ spec }) =>
            spec.egress?.some((rule) => opens(rule) && means(rule.to, to)),
          )
          const enters = policiesOn(policies, to).some(({ spec }) =>
            spec.ingress?.some((rule) => opens(rule) && means(rule.from, from)),
          )
          return leaves && enters
        })
        .map((port) => `${from.component} → ${to.component}:${port}`),
    ),
  )
}

describe.skipIf(!helm)('network policies', () => {
  const rendered = new Map<string, KubeObject[]>()
  beforeAll(async () => {
    if (!helm) return
    for (const ci of CI_VALUES) rendered.set(ci, await renderChart(helm, { ci }))
  })

  test.each(CI_VALUES)('of %s allow inside the release exactly the call graph', (ci) => {
    const objects = rendered.get(ci) ?? []
    const there = new Set(endsOf(objects).map(({ component }) => component))
    const declared = [...there].flatMap((from) =>
      (INSIDE[from] ?? [])
        .filter((to) => there.has(to.split(':')[0] ?? ''))
        .map((to) => `${from} → ${to}`),
    )

    expect(declared.length).toBeGreaterThan(6)
    expect(flowsInside(objects).sort()).toEqual(declared.sort())
  })

  test.each(CI_VALUES)('of %s select every pod, in both directions', (ci) => {
    const objects = rendered.get(ci) ?? []
    const policies = ofKind(objects, 'NetworkPolicy')
    const uncovered = endsOf(objects).filter((end) => {
      const types = policiesOn(policies, end).flatMap(({ spec }) => spec.policyTypes)
      return !types.includes('Ingress') || !types.includes('Egress')
    })
    expect(uncovered).toEqual([])
  })

  test('allow out of the release exactly the call graph [F42, T18]', () => {
    const objects = rendered.get('full') ?? []
    const names = ofKind(objects, 'NetworkPolicy')
    const placeOf = (peers: readonly Peer[] | undefined) => {
      const [peer] = peers ?? []
      if (!peer) return 'anywhere'
      if (peer.ipBlock) return 'internet'
      return peer.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? 'inside'
    }
    const outside = Object.fromEntries(
      endsOf(objects).map((end) => [
        end.component,
        policiesOn(names, end)
          .flatMap(({ spec }) => spec.egress ?? [])
          .flatMap(({ to, ports = [] }) => ports.map(({ port }) => `${port} ${placeOf(to)}`))
          .filter((flow) => !/ inside$|^53 kube-system$/.test(flow))
          .sort(),
      ]),
    )
    expect(outside).toEqual(OUTSIDE)
  })

  test('allow backups to reach their bucket where they have one', () => {
    const ports = (ci: string) =>
      theOne(rendered.get(ci) ?? [], 'NetworkPolicy', 'site-finlore-backup')
        .spec.egress?.flatMap(({ ports: opened = [] }) => opened.map(({ port }) => port))
        .filter((port) => port !== 53)
        .sort()
    expect(ports('cloud')).toEqual([443, 5432, 80])
    expect(ports('full')).toEqual([5432])
  })

  test('allow fetching scripts from the internet, without private networks', () => {
    const objects = rendered.get('minimal') ?? []
    const blocks = ofKind(objects, 'NetworkPolicy')
      .flatMap(({ spec }) => spec.egress ?? [])
      .filter(({ ports = [] }) => !ports.some(({ port }) => port === 53))
      .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []))
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0'])
    expect(blocks[0]?.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']),
    )
  })

  test.each(CI_VALUES)('of %s allow readers to nginx only [T14]', (ci) => {
    const policies = ofKind(rendered.get(ci) ?? [], 'NetworkPolicy')
    const isOutside = ({ from }: { from?: Peer[] }) =>
      from === undefined || from.some((peer) => peer.namespaceSelector || peer.ipBlock)
    const ways = policies.flatMap(({ metadata, spec }) =>
      (spec.ingress ?? []).filter(isOutside).flatMap(({ from, ports = [] }) => {
        const [peer] = from ?? []
        const who = peer?.namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name']
        return ports.map(({ port }) => `${who ?? 'anybody'} → ${metadata.name}:${port}`)
      }),
    )
    const readers = ways.filter((way) => !/^monitoring → .*:909[01]$/.test(way))
    const gateways = ['full', 'gateway'].includes(ci)
    expect(readers).toEqual([
      ...(ci === 'full' ? ['editors → site-finlore-content:8081'] : []),
      `${gateways ? 'gateways' : 'anybody'} → site-finlore-ingress:8080`,
    ])
  })

  test('allow DNS at the cluster’s own servers only', () => {
    const lookups = ofKind(rendered.get('full') ?? [], 'NetworkPolicy')
      .flatMap(({ spec }) => spec.egress ?? [])
      .filter(({ ports = [] }) => ports.some(({ port }) => port === 53))
    expect(lookups.length).toBeGreaterThan(6)
    for (const { to } of lookups) {
      expect(to).toEqual([
        {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
          podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
        },
        // NodeLocal DNSCache, on every node.
        { ipBlock: { cidr: '169.254.20.10/32' } },
      ])
    }
  })
})
