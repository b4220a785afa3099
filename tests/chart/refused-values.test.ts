import { describe, expect, test } from 'vitest'
import { findHelms, NO_HELM } from '../support/kube/kube-tools.ts'
import { templateChart } from '../support/kube/render-chart.ts'

const helms = await findHelms()
if (helms.length === 0)
  process.stdout.write(`Left out: values that the chart refuses. ${NO_HELM}\n`)

/** On top of the least that works: what is wrong, and what the answer must say. */
const MISTAKES: readonly (readonly [string, object, RegExp])[] = [
  ['a misspelt key', { render: { replica: 3 } }, /replica/],
  ['an unknown key at the top', { renderer: {} }, /renderer/],
  ['a misspelt key deep inside', { pageStore: { bucket: { endpiont: 'https://x' } } }, /endpiont/],
  ['an unknown language', { site: { locale: 'de_DE' } }, /locale/],
  ['a number as text', { render: { replicas: '2' } }, /replicas/],
  ['no replicas', { render: { replicas: 0 } }, /replicas/],
  ['a digest that is none', { image: { digest: 'sha256:abc' } }, /digest/],
  ['an unknown log level', { logLevel: 'verbose' }, /logLevel/],
  ['a port beyond all', { networkPolicy: { postgres: { ports: [70000] } } }, /ports/],
  ['no port of the database', { networkPolicy: { postgres: { ports: [] } } }, /ports/],
  ['no port of Redis', { networkPolicy: { redis: { ports: null } } }, /ports/],
  ['a name with a dot', { nameOverride: 'fin.lore' }, /nameOverride/],
  ['a name of capitals', { fullnameOverride: 'Finlore' }, /fullnameOverride/],
  ['a name that begins with a digit', { fullnameOverride: '1-finlore' }, /fullnameOverride/],
  [
    'a limit that is no amount',
    { render: { resources: { limits: { memory: '512 MB' } } } },
    /memory/,
  ],
  ['two Meilisearches', { search: { engine: 'both' } }, /engine/],
  [
    'an address with a slash at its end',
    { site: { url: 'https://finlore.example/' } },
    /without a slash at its end/,
  ],
  ...['https://finlore.example', 'https://example.com', 'http://localhost:8080'].map(
    (url) =>
      [
        `search engines that may list ${url}`,
        { site: { url, indexing: true } },
        /site\.url: nobody on the internet reaches this address, but site\.indexing is on/,
      ] as const,
  ),
  ['no address', { site: { url: '' } }, /write the public address of the site/],
  [
    'a key for search engines that no endpoint takes',
    { site: { indexNow: { key: 'a_key' } } },
    /indexNow/,
  ],
  [
    'search engines that are told of addresses without https',
    { site: { url: 'http://finlore.internal', indexing: true, indexNow: { key: '0123456789' } } },
    /site\.indexNow\.key: search engines are told of https addresses only/,
  ],
  [
    'a bucket for backups without a name',
    { backup: { enabled: true, type: 'bucket' } },
    /backup\.bucket\.name: name the bucket for backups/,
  ],
  [
    'a bucket for backups without keys',
    { backup: { enabled: true, type: 'bucket', bucket: { name: 'backups' } } },
    /backup\.bucket\.existingSecret: name the Secret with the keys/,
  ],
  ['a secret key to backups', { backup: { recipients: ['AGE-SECRET-KEY-1ABC'] } }, /recipients/],
  [
    'caches that are purged nowhere',
    { cdn: { purge: 'http' } },
    /cdn\.urls: write the address of each cache that is purged/,
  ],
  [
    'a delivery network without a token',
    { cdn: { purge: 'fastly', urls: ['https://api.fastly.com/service/ID'] } },
    /cdn\.existingSecret: fastly purges for those who have a token/,
  ],
  [
    'two ways in',
    { route: { ingress: { enabled: true } } },
    /both route\.gateway and route\.ingress are on; switch one of them off/,
  ],
  [
    'no way in',
    { route: { gateway: { enabled: false } } },
    /switch on route\.gateway\.enabled \(Gateway API\) or route\.ingress\.enabled/,
  ],
  [
    'a route without a gateway',
    { route: { gateway: { parentRefs: [] } } },
    /name the Gateway that leads here/,
  ],
  [
    'no database',
    { postgres: { existingSecret: '' } },
    /name the Secret that has the address of Postgres under the key DATABASE_URL/,
  ],
  [
    'no editors',
    { editor: { existingSecret: '' } },
    /name the Secret that has the editors' tokens/,
  ],
  [
    'a bucket without keys',
    { pageStore: { bucket: { existingSecret: '' } } },
    /pageStore\.bucket\.existingSecret: name the Secret with the keys of the bucket, or set pageStore\.bucket\.workloadIdentity=true/,
  ],
  [
    'a bucket with keys of two kinds',
    { pageStore: { bucket: { workloadIdentity: true } } },
    /pageStore\.bucket\.workloadIdentity: the keys in existingSecret would be used/,
  ],
  [
    'several render pods on a volume of one node',
    {
      pageStore: { type: 'volume', volume: { accessMode: 'ReadWriteOnce' } },
      worker: { replicas: 1 },
    },
    /several render pods need a page store that all nodes reach/,
  ],
  [
    'several workers on a volume of one node',
    {
      pageStore: { type: 'volume', volume: { accessMode: 'ReadWriteOnce' } },
      render: { replicas: 1 },
    },
    /worker\.replicas: several worker pods need a page store/,
  ],
  [
    'render scaled over a volume of one node',
    {
      pageStore: { type: 'volume', volume: { accessMode: 'ReadWriteOnce' } },
      worker: { replicas: 1 },
      render: { replicas: 1, autoscaling: { enabled: true } },
    },
    /render\.autoscaling: several render pods/,
  ],
  [
    'Meilisearch without its keys',
    { meilisearch: { url: 'http://meilisearch:7700' } },
    /MEILI_SEARCH_KEY and MEILI_INDEXER_KEY, which the process create-keys prints/,
  ],
  [
    'keys of no Meilisearch',
    { meilisearch: { existingSecret: 'keys' } },
    /meilisearch\.url: write the address/,
  ],
  [
    'Meilisearch chosen and not there',
    { search: { engine: 'meili' } },
    /search\.engine: meili needs meilisearch\.url/,
  ],
  [
    'more at least than at most',
    { content: { autoscaling: { enabled: true, minReplicas: 5 } } },
    /content\.autoscaling: minReplicas is more than maxReplicas/,
  ],
  [
    'Prometheus that is nowhere',
    { worker: { keda: { enabled: true, trigger: 'prometheus' } } },
    /worker\.keda\.prometheusUrl: write the address of Prometheus/,
  ],
  [
    'more workers at least than at most',
    { worker: { keda: { enabled: true, minReplicas: 9 } } },
    /worker\.keda: minReplicas is more than maxReplicas/,
  ],
  [
    'content of no repository',
    { import: { source: 'git' } },
    /import\.git\.repository: write the address/,
  ],
  [
    'a hook before its database',
    {
      postgres: { existingSecret: '' },
      editor: { existingSecret: '' },
      dev: { datastores: { enabled: true } },
      migrations: { useHelmHooks: true },
    },
    /a hook runs before the database that it changes is there/,
  ],
  [
    'local datastores beside a real one',
    { editor: { existingSecret: '' }, dev: { datastores: { enabled: true } } },
    /postgres\.existingSecret: leave it empty while dev\.datastores\.enabled is on/,
  ],
  [
    'a secret in plain sight',
    { render: { extraEnv: { DATABASE_URL: 'postgres://me:secret@db/finlore' } } },
    /render\.extraEnv\.DATABASE_URL: this is a secret; put it into a Secret/,
  ],
  [
    'a database of the chart',
    { postgresql: { enabled: true } },
    /this chart brings no database; name the Secret/,
  ],
  [
    'one number for all',
    { replicaCount: 3 },
    /each component has its own number: ingress\.replicas/,
  ],
  ['an environment for all, by its old name', { env: { A: 'b' } }, /write pods\.extraEnv/],
  [
    'Ingress where nginx is',
    { ingress: { enabled: true } },
    /the Kubernetes Ingress is at route\.ingress/,
  ],
]

describe.each(helms.map((helm) => [helm.major, helm] as const))('Helm %i', (_major, helm) => {
  test('accepts the values before the mistakes are made', async () => {
    expect(await templateChart(helm, { ci: 'minimal' })).toMatchObject({ code: 0 })
  })

  test.concurrent.each(MISTAKES)('refuses %s with advice [F57]', async (_what, values, says) => {
    const { code, stderr } = await templateChart(helm, { ci: 'minimal', values })

    expect(code).not.toBe(0)
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(says)
  })

  test('reports all mistakes at once', async () => {
    const values = { site: { url: 'finlore' }, editor: { existingSecret: '' }, replicaCount: 2 }
    const { stderr } = await templateChart(helm, { ci: 'minimal', values })

    expect(stderr).toMatch(/site\.url: /)
    expect(stderr).toMatch(/editor\.existingSecret: /)
    expect(stderr).toMatch(/replicaCount: /)
  })
})
