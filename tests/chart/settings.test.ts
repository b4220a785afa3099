import { describe, expect, test } from 'vitest'
import { PROCESSES } from '../../deploy/processes.ts'
import { loadConfig as loadContent } from '../../services/content/config.ts'
import { loadServerConfig, loadWorkerConfig } from '../../services/render/config.ts'
import { loadConfig as loadCopy } from '../../services/render/files/copy/config.ts'
import { loadConfig as loadSearch } from '../../services/search/config.ts'
import { loadIndexerConfig } from '../../services/search/indexer-config.ts'
import { type Container, type KubeObject, podsOf } from '../support/kube/kube-objects.ts'
import { renderEveryCi } from '../support/kube/rendered-values.ts'

const rendered = await renderEveryCi('settings of the chart')

const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://finlore@database/finlore',
  EDITOR_TOKEN: 'a-token-of-an-editor',
  REDIS_URL: 'redis://redis:6379',
  SAPE_URL: 'https://ads.example/data?user=a-secret',
  WEBHOOKS: 'crm=https://crm.example/hook whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I=',
}

/** What a container's process finds in its environment; of secrets, what their files would say. */
function environmentOf(objects: readonly KubeObject[], { env = [], envFrom = [] }: Container) {
  const shared = envFrom.map(
    ({ configMapRef: { name } }) =>
      objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data,
  )
  const own = env.map(({ name, value = '' }) => {
    const secret = name.replace(/_FILE$/, '')
    return name === secret ? [name, value] : [secret, SECRETS[secret] ?? 'something-secret']
  })
  return Object.assign({}, ...shared, Object.fromEntries(own)) as Record<string, string>
}

const LOADERS: Readonly<Record<string, (env: NodeJS.ProcessEnv) => object>> = {
  content: loadContent,
  search: loadSearch,
  indexer: loadIndexerConfig,
  render: loadServerConfig,
  worker: loadWorkerConfig,
  copy: loadCopy,
}

/** Node reads these, or every process. */
const ELSEWHERE = /^(?:NODE_|OTEL_|POD_NAME$|SITE_KEY$)/

describe.skipIf(rendered.size === 0)('every process', () => {
  const containers = [...rendered].flatMap(([ci, objects]) =>
    podsOf(objects).flatMap(({ of, template: { spec } }) =>
      spec.containers.map((container) => ({ name: `${ci}: ${of}`, container, objects })),
    ),
  )

  test('is a process of the image', () => {
    const ours = containers.filter(({ container }) => container.image.startsWith('finlore'))
    const started = ours.filter(({ container }) => !container.command)
    expect(started.length).toBeGreaterThan(60)
    const unknown = started.filter(({ container }) => !((container.args?.[0] ?? '') in PROCESSES))
    expect(unknown.map(({ name, container }) => `${name} ${container.args}`)).toEqual([])
  })

  test('accepts every setting that the chart gives it', () => {
    let checked = 0
    for (const { name, container, objects } of containers) {
      const load = LOADERS[container.args?.[0] ?? '']
      if (!load) continue
      const env = environmentOf(objects, container)
      const config = load(env)
      const unknown = Object.keys(env).filter((key) => !(key in config) && !ELSEWHERE.test(key))
      expect([name, unknown]).toEqual([name, []])
      const port = container.ports?.find((one) => one.name === 'http')?.containerPort
      expect([name, Reflect.get(config, 'PORT')]).toEqual([name, port])
      checked += 1
    }
    expect(checked).toBeGreaterThan(40)
  })
})
