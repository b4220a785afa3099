import { describe, expect, test } from 'vitest'
import { type KubeObject, ofKind, theOne } from '../support/kube/kube-objects.ts'
import { findHelms, NO_HELM } from '../support/kube/kube-tools.ts'
import { renderChart, templateChart } from '../support/kube/render-chart.ts'

const helms = await findHelms()
if (helms.length === 0) process.stdout.write(`Left out: patches of pods. ${NO_HELM}\n`)

const specOf = (objects: readonly KubeObject[], name: string) =>
  theOne(objects, 'Deployment', `site-finlore-${name}`).spec.template?.spec

describe.each(helms.map((helm) => [helm.major, helm] as const))('Helm %i', (_major, helm) => {
  const render = (values: object, release = 'site') =>
    renderChart(helm, { ci: 'full', values, release })
  const refuses = async (values: object) =>
    (await templateChart(helm, { ci: 'full', values })).stderr

  test('lays a patch over containers, variables, mounts and volumes by their names', async () => {
    const plain = specOf(await render({}), 'render')
    const podSpec = {
      runtimeClassName: 'gvisor',
      terminationGracePeriodSeconds: 90,
      containers: [
        {
          name: 'render',
          env: [{ name: 'ADDED', value: '1' }],
          volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
          livenessProbe: { failureThreshold: 12 },
          ports: [{ containerPort: 9090, hostPort: 9090 }],
        },
        { name: 'proxy', image: 'example/proxy:1' },
      ],
      volumes: [
        { name: 'scratch', emptyDir: { sizeLimit: '1Gi' } },
        { name: 'tmp', $patch: 'replace', emptyDir: { medium: 'Memory' } },
        { name: 'authorities', $patch: 'delete' },
      ],
    }
    const objects = await render({ render: { podSpec } })
    const laid = specOf(objects, 'render')
    const [render0, proxy] = laid?.containers ?? []
    const before = plain?.containers[0]

    expect(laid).toMatchObject({ runtimeClassName: 'gvisor', terminationGracePeriodSeconds: 90 })
    expect(proxy).toEqual({ name: 'proxy', image: 'example/proxy:1' })
    expect(render0?.image).toBe(before?.image)
    expect(render0?.env).toEqual([...(before?.env ?? []), { name: 'ADDED', value: '1' }])
    expect(render0?.volumeMounts.length).toBe((before?.volumeMounts.length ?? 0) + 1)
    expect(render0?.livenessProbe).toEqual(
      Object.assign({}, before?.livenessProbe, { failureThreshold: 12 }),
    )
    expect(render0?.ports).toEqual([
      { name: 'http', containerPort: 8083 },
      { name: 'ops', containerPort: 9090, hostPort: 9090 },
    ])
    const volumes = new Map(laid?.volumes.map((volume) => [volume.name, volume]))
    expect(volumes.get('scratch')?.emptyDir).toEqual({ sizeLimit: '1Gi' })
    expect(volumes.get('tmp')).toEqual({ name: 'tmp', emptyDir: { medium: 'Memory' } })
    expect(volumes.has('authorities')).toBe(false)
    // No other component has any of it.
    expect(specOf(objects, 'search')).toEqual(specOf(await render({}), 'search'))
  })

  test('lays what is for all pods first, and leaves large numbers as they are', async () => {
    const objects = await render({
      pods: { podSpec: { securityContext: { runAsUser: 1000680000 }, hostUsers: false } },
      batch: { podSpec: { hostUsers: true } },
    })
    expect(specOf(objects, 'worker')).toMatchObject({
      hostUsers: false,
      securityContext: { runAsUser: 1000680000, runAsNonRoot: true },
    })
    const jobs = ofKind(objects, 'Job').map(({ spec }) => spec.template?.spec)
    expect(jobs.length).toBeGreaterThan(2)
    for (const spec of jobs) expect(spec).toMatchObject({ hostUsers: true })
  })

  test('refuses a field that no PodSpec and no container has', async () => {
    expect(await refuses({ render: { podSpec: { runtimeClass: 'gvisor' } } })).toMatch(
      /runtimeClass/,
    )
    const containers = [{ name: 'render', enviroment: [] }]
    expect(await refuses({ render: { podSpec: { containers } } })).toMatch(/enviroment/)
    expect(await refuses({ render: { podSpec: { containers: [{ image: 'a' }] } } })).toMatch(/name/)
  })

  test('writes a registry before every image, and annotations to Services', async () => {
    const objects = await render({
      global: { imageRegistry: 'registry.internal:5000/mirror/' },
      ingress: { serviceAnnotations: { 'example.com/kind': 'internal' } },
    })
    const images = ofKind(objects, 'Deployment').flatMap(
      ({ spec }) => spec.template?.spec.containers.map(({ image }) => image) ?? [],
    )
    expect(images.length).toBeGreaterThan(5)
    for (const image of images) expect(image).toMatch(/^registry\.internal:5000\/mirror\/[a-z]/)
    expect(theOne(objects, 'Service', 'site-finlore-ingress').metadata.annotations).toEqual({
      'example.com/kind': 'internal',
    })
  })

  test('writes no number of pods where something else scales them', async () => {
    const objects = await renderChart(helm, {
      ci: 'minimal',
      values: { render: { replicas: null }, search: { replicas: 3 } },
    })
    const { spec } = theOne(objects, 'Deployment', 'site-finlore-render')
    expect(spec).not.toHaveProperty('replicas')
    expect(theOne(objects, 'Deployment', 'site-finlore-search').spec.replicas).toBe(3)
    expect(theOne(objects, 'PodDisruptionBudget', 'site-finlore-render').spec).toMatchObject({
      maxUnavailable: 1,
    })
  })

  test('names the objects of long releases that begin alike apart', async () => {
    const begin = 'a-release-with-a-name-that-fills-forty-letters'
    const [one = '', other = ''] = await Promise.all(
      ['-one', '-other'].map(async (end) => {
        const [first] = ofKind(await render({}, begin + end), 'Deployment')
        return first?.metadata.name
      }),
    )
    expect(one).not.toBe(other)
    expect(one.length).toBeLessThanOrEqual(63)
  })

  test.each([
    ['2Gi', '1825361100'],
    ['500Mi', '445644800'],
  ])('gives the copy 85 percent of %s, and requests that of the node', async (copySize, bytes) => {
    const objects = await render({ ingress: { copySize } })
    const spec = specOf(objects, 'ingress')
    const copy = spec?.containers.find(({ name }) => name === 'copy')
    const env = new Map(copy?.env?.map(({ name, value }) => [name, value]))
    expect(env.get('COPY_BYTES')).toBe(bytes)
    expect(copy?.resources.requests?.['ephemeral-storage']).toBe(copySize)
    expect(spec?.volumes.find(({ name }) => name === 'copy')?.emptyDir).toEqual({
      sizeLimit: copySize,
    })
  })

  test('keeps finished Jobs for as long as it is told', async () => {
    const objects = await render({ batch: { ttlSeconds: 600 } })
    const jobs = ofKind(objects, 'Job')
    expect(jobs.map(({ spec }) => spec.ttlSecondsAfterFinished)).toEqual(jobs.map(() => 600))
  })
})
