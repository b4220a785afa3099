import { describe, expect, test } from 'vitest'
import {
  componentOf,
  type KubeObject,
  ofKind,
  podsOf,
  theOne,
} from '../support/kube/kube-objects.ts'
import { renderEveryCi } from '../support/kube/rendered-values.ts'

const rendered = await renderEveryCi('objects of the chart')
const every = [...rendered].flatMap(([ci, objects]) =>
  objects.map((object) => [`${ci}: ${object.kind}/${object.metadata.name}`, object] as const),
)
const get = (ci: string): KubeObject[] => rendered.get(ci) ?? []
const kindsOf = (ci: string) => [...new Set(get(ci).map(({ kind }) => kind))]

describe.skipIf(rendered.size === 0)('every object', () => {
  test('has a unique name, in the namespace of the release', () => {
    for (const [ci, objects] of rendered) {
      const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)
      expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
      const ours = objects.filter(({ metadata }) => !metadata.name.endsWith('-extra'))
      expect(ours.filter(({ metadata }) => metadata.namespace !== 'words')).toEqual([])
      expect(ci).not.toBe('')
    }
  })

  test('has the labels by which operators find it', () => {
    const ours = every.filter(([, { metadata }]) => !metadata.name.endsWith('-extra'))
    const bare = ours.filter(([, { metadata }]) =>
      ['name', 'instance', 'component', 'version', 'managed-by'].some(
        (label) => metadata.labels[`app.kubernetes.io/${label}`] === undefined,
      ),
    )
    expect(bare.map(([name]) => name)).toEqual([])
  })
})

describe.skipIf(rendered.size === 0)('a Deployment', () => {
  test('has a selector that never changes, so that it can be upgraded', () => {
    const selectors = every
      .filter(([, { kind }]) => kind === 'Deployment')
      .map(([, deployment]) => [componentOf(deployment), deployment.spec.selector] as const)
    expect(selectors.length).toBeGreaterThan(50)
    for (const [component, selector] of selectors) {
      expect(selector).toEqual({
        matchLabels: {
          'app.kubernetes.io/name': 'finlore',
          'app.kubernetes.io/instance': 'site',
          'app.kubernetes.io/component': component,
        },
      })
    }
  })

  test('is replaced without fewer pods, except where two must not run at once', () => {
    const deployments = every.filter(([, { kind }]) => kind === 'Deployment')
    const careless = deployments.filter(([, { spec }]) => {
      const { maxUnavailable, maxSurge } = spec.strategy?.rollingUpdate ?? {}
      return !(maxUnavailable === 0 && maxSurge === 1)
    })
    const single = careless.map(([, deployment]) => componentOf(deployment))
    expect([...new Set(single)].sort()).toEqual(['indexer', 'meilisearch', 'postgres', 'redis'])
    for (const [, { spec }] of careless) {
      expect(spec.strategy?.type).toBe('Recreate')
      expect(spec.replicas).toBe(1)
    }
  })

  test('has a number of replicas or an autoscaler, never both', () => {
    for (const [ci, objects] of rendered) {
      const scaled = [
        ...ofKind(objects, 'HorizontalPodAutoscaler'),
        ...ofKind(objects, 'ScaledObject'),
      ].map(({ spec }) => spec.scaleTargetRef?.name)
      for (const { metadata, spec } of ofKind(objects, 'Deployment')) {
        expect([metadata.name, spec.replicas === undefined]).toEqual([
          metadata.name,
          scaled.includes(metadata.name) || isLeft(ci, metadata.name),
        ])
      }
    }
    expect(ofKind(get('full'), 'HorizontalPodAutoscaler')).toHaveLength(4)
    expect(ofKind(get('keda'), 'ScaledObject')).toHaveLength(1)
  })

  test('has a disruption budget of one pod, where it has more than one', () => {
    for (const [ci, objects] of rendered) {
      const least = new Map(
        ofKind(objects, 'Deployment').map(({ metadata: { name }, spec }) => [
          name,
          isLeft(ci, name) ? 2 : spec.replicas,
        ]),
      )
      for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler')) {
        least.set(spec.scaleTargetRef?.name ?? '', spec.minReplicas)
      }
      for (const { spec } of ofKind(objects, 'ScaledObject')) {
        least.set(spec.scaleTargetRef?.name ?? '', spec.minReplicaCount)
      }
      const expected = [...least].filter(([, count]) => (count ?? 1) > 1).map(([name]) => name)
      const budgets = ofKind(objects, 'PodDisruptionBudget')
      expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual(expected.sort())
      for (const { spec } of budgets) {
        expect(spec.maxUnavailable).toBe(1)
        expect(spec.unhealthyPodEvictionPolicy).toBe('AlwaysAllow')
      }
    }
  })
})

/** In `cloud`, something outside of the release scales it. */
const isLeft = (ci: string, name: string) => ci === 'cloud' && name === 'site-finlore-render'

describe.skipIf(rendered.size === 0)('the route', () => {
  test('is exactly one, to nginx only', () => {
    for (const [ci, objects] of rendered) {
      const ways = [...ofKind(objects, 'HTTPRoute'), ...ofKind(objects, 'Ingress')]
      expect([ci, ways.length]).toEqual([ci, 1])
      const text = JSON.stringify(ways[0]?.spec.rules)
      const backends = [...text.matchAll(/"name":"(site-finlore-[a-z]+)"/g)].map(([, name]) => name)
      expect(new Set(backends)).toEqual(new Set(['site-finlore-ingress']))
    }
  })

  test('exposes no private port by any Service', () => {
    for (const [, { kind, metadata, spec }] of every) {
      if (kind !== 'Service') continue
      expect([metadata.name, spec.ports?.length]).toEqual([metadata.name, 1])
      expect([9090, 9091]).not.toContain(spec.ports?.[0]?.port)
    }
  })

  test('is open to the outside at nginx only, whatever its type', () => {
    const types = every.flatMap(([, { kind, metadata, spec }]) =>
      kind === 'Service' && spec.type !== 'ClusterIP' ? [metadata.name] : [],
    )
    expect(types).toEqual([])
  })

  test('has headless Services for render and search, so that nginx balances', () => {
    for (const [ci, objects] of rendered) {
      const { data } = theOne(objects, 'ConfigMap', 'site-finlore-ingress')
      for (const address of [data?.RENDER_ADDRESS, data?.SEARCH_ADDRESS]) {
        const [, name = '', port] =
          /^([\w-]+)\.words\.svc\.cluster\.local:(\d+)$/.exec(address ?? '') ?? []
        const service = theOne(objects, 'Service', name)
        expect([ci, service.spec.clusterIP]).toEqual([ci, 'None'])
        expect([ci, service.spec.ports?.[0]?.port]).toEqual([ci, Number(port)])
      }
    }
  })

  test('has the host of the site’s address, unless others are set', () => {
    const [route] = ofKind(get('minimal'), 'HTTPRoute')
    expect(route?.spec.hostnames).toEqual(['finlore.example'])
  })
})

describe.skipIf(rendered.size === 0)('Jobs', () => {
  test('have deadlines, and are deleted after a time', () => {
    const jobs = every.flatMap(([name, { kind, spec }]) =>
      kind === 'Job'
        ? [[name, spec] as const]
        : kind === 'CronJob' && spec.jobTemplate
          ? [[name, spec.jobTemplate.spec] as const]
          : [],
    )
    expect(jobs.length).toBeGreaterThan(18)
    for (const [name, spec] of jobs) {
      expect([name, (spec.activeDeadlineSeconds ?? 0) > 0]).toEqual([name, true])
      expect([name, (spec.ttlSecondsAfterFinished ?? 0) > 0]).toEqual([name, true])
      expect([name, spec.backoffLimit !== undefined]).toEqual([name, true])
      expect([name, spec.template?.spec.restartPolicy]).toEqual([name, 'Never'])
    }
  })

  test('that migrate and import have a name for each revision, as Jobs are immutable', () => {
    const names = (ci: string) =>
      ofKind(get(ci), 'Job').map(({ metadata }) => [
        metadata.name,
        metadata.annotations?.['helm.sh/hook'],
      ])
    expect(names('minimal')).toEqual([
      ['site-finlore-import-1', undefined],
      ['site-finlore-migrate-1', undefined],
    ])
    expect(names('hooks')).toEqual([
      ['site-finlore-import-1', 'pre-install,pre-upgrade'],
      ['site-finlore-migrate-1', 'pre-install,pre-upgrade'],
    ])
    expect(names('no-hooks')).toEqual([['site-finlore-migrate-1', undefined]])
  })

  test.each(['migrate', 'import'])(
    'that are hooks need no object of the release, which does not exist yet: %s',
    (name) => {
      const hook = theOne(get('hooks'), 'Job', `site-finlore-${name}-1`)
      const pod = hook.spec.template?.spec
      expect(hook.metadata.annotations?.['helm.sh/hook-delete-policy']).toBe('before-hook-creation')
      expect(pod?.serviceAccountName).toBeUndefined()
      const ofRelease = get('hooks').flatMap(({ kind, metadata }) =>
        ['ConfigMap', 'Secret', 'PersistentVolumeClaim'].includes(kind) ? [metadata.name] : [],
      )
      for (const name of ofRelease) expect(JSON.stringify(pod)).not.toContain(`"${name}"`)
    },
  )

  test('that are hooks import after they migrated', () => {
    const weightOf = (name: string) =>
      Number(theOne(get('hooks'), 'Job', name).metadata.annotations?.['helm.sh/hook-weight'] ?? 0)
    expect(weightOf('site-finlore-import-1')).toBeGreaterThan(weightOf('site-finlore-migrate-1'))
    const migration = theOne(get('hooks'), 'Job', 'site-finlore-migrate-1')
    expect(migration.spec.template?.spec.initContainers).toBeUndefined()
  })

  test('that migrate use the role with the right to, where there is one', () => {
    const secretOf = (ci: string) =>
      theOne(get(ci), 'Job', 'site-finlore-migrate-1').spec.template?.spec.volumes.flatMap(
        ({ projected }) => projected?.sources.map(({ secret }) => secret.name) ?? [],
      )
    expect(secretOf('full')).toEqual(['finlore-owner'])
    expect(secretOf('minimal')).toEqual(['finlore-database'])
  })

  test('that back up into a bucket have its address, the keys to encrypt for, and a role', () => {
    const objects = get('cloud')
    const pods = podsOf(objects).filter(({ component }) => component === 'backup')
    expect(pods.map(({ of }) => of).sort()).toEqual([
      'CronJob/site-finlore-backup',
      'Job/site-finlore-backup-1',
    ])
    for (const { template } of pods) {
      const env = template.spec.containers[0]?.env ?? []
      expect(env).toEqual(
        expect.arrayContaining([
          { name: 'BACKUP_BUCKET', value: 's3://finlore-backups?region=us-east-1&prefix=en' },
          { name: 'BACKUP_KEEP', value: '0' },
          { name: 'BACKUP_RECIPIENTS', value: expect.stringMatching(/^age1/) },
        ]),
      )
      expect(env.map(({ name }) => name)).not.toContain('BACKUP_DIR')
      expect(template.spec.volumes.filter(({ name }) => name === 'backups')).toEqual([])
    }
    const account = theOne(objects, 'ServiceAccount', 'site-finlore-backup')
    expect(account.metadata.annotations).toEqual({
      'eks.amazonaws.com/role-arn': 'arn:aws:iam::123456789012:role/finlore-backups',
    })
    expect(ofKind(objects, 'PersistentVolumeClaim')).toEqual([])
  })

  test('that back up never run twice at once', () => {
    expect(theOne(get('full'), 'CronJob', 'site-finlore-backup').spec.concurrencyPolicy).toBe(
      'Forbid',
    )
  })
})

describe.skipIf(rendered.size === 0)('an optional part', () => {
  test('exists when it is switched on, and only then', () => {
    const OPTIONAL = [
      'CronJob',
      'PodMonitor',
      'PrometheusRule',
      'ScaledObject',
      'TriggerAuthentication',
      'Secret',
      'HorizontalPodAutoscaler',
    ]
    const switched = (ci: string) =>
      kindsOf(ci)
        .filter((kind) => OPTIONAL.includes(kind))
        .sort()
    expect(switched('minimal')).toEqual([])
    expect(switched('full')).toEqual([
      'CronJob',
      'HorizontalPodAutoscaler',
      'PodMonitor',
      'PrometheusRule',
    ])
    expect(switched('keda')).toEqual(['ScaledObject', 'TriggerAuthentication'])
    expect(switched('dev-datastores')).toEqual(['Secret'])
  })

  test('has alerts for this site, with links to runbooks where configured', () => {
    const [rules] = ofKind(get('full'), 'PrometheusRule')
    const alerts = (rules?.spec.groups ?? []).flatMap(({ rules }) => rules)
    expect(alerts.length).toBeGreaterThan(10)
    expect(JSON.stringify(alerts)).not.toContain('site=\\"finlore\\"')
    expect(JSON.stringify(alerts)).toContain('site=\\"site-finlore\\"')
    for (const { alert, annotations } of alerts) {
      if (!alert) continue
      const link = annotations?.runbook_url ?? ''
      expect(link).toMatch(/^https:\/\/git\.example\/finlore\/deploy\/runbooks\/[a-z0-9-]+\.md$/)
    }
  })

  test('runs all pods that share a single-node volume on one node', () => {
    const bound = ofKind(get('one-node'), 'Deployment').filter(
      ({ spec }) => spec.template?.spec.affinity,
    )
    expect(bound.map(componentOf).sort()).toEqual(['ingress', 'render', 'worker'])
  })
})
