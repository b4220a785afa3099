import path from 'node:path'
import { DockerComposeEnvironment, GenericContainer } from 'testcontainers'
import type { TestProject } from 'vitest/node'
import { freePort } from '../site/run-site.ts'
import { docker, hasMeiliImage, missingDocker } from './docker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    containerSite: RunningContainers | undefined
  }
}

export interface RunningContainers {
  url: string
  /** As docker compose names it. */
  project: string
  /** What docker compose was started with. */
  env: Record<string, string>
  hasMeili: boolean
}

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** What needs Meilisearch; without its image everything else is tested. */
const OF_MEILI = ['meilisearch', 'create-keys', 'indexer']
/** Redis by name, because nothing waits for it: processes start without their queues. */
const WITHOUT_MEILI = [
  'ingress',
  'render',
  'search',
  'content',
  'worker',
  'copy',
  'backup',
  'redis',
]
const START_SECONDS = '180'
/** Tests come through the engine, and say which reader of many they are. */
const NETWORKS_OF_DOCKER = '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16'

/** The image of this code, and the whole site in containers, once for all tests of containers. */
export default async function setUp(project: TestProject) {
  const missing = await missingDocker()
  project.provide('containerSite', undefined)
  if (missing) {
    process.stdout.write(`Left out: tests of containers. ${missing}\n`)
    return
  }
  const hasMeili = await hasMeiliImage()
  if (!hasMeili) process.stdout.write(`Left out: ${OF_MEILI.join(', ')} in containers. No image\n`)

  // Its helper would have to be pulled; what is started here is stopped below.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
  const name = `finlore-tests-${process.pid}`
  const image = `${name}:latest`
  await GenericContainer.fromDockerfile(ROOT, 'deploy/Dockerfile').withBuildkit().build(image)

  const port = await freePort()
  const env = {
    FINLORE_IMAGE: image,
    PORT: String(port),
    RENDER_REPLICAS: '2',
    WORKER_REPLICAS: '2',
    TRUSTED_PROXIES: NETWORKS_OF_DOCKER,
    SEARCH_ENGINE: hasMeili ? 'meili' : 'embedded',
  }
  const site = await new DockerComposeEnvironment(ROOT, 'docker-compose.yml')
    .withProjectName(name)
    .withEnvironment(env)
    .withClientOptions({ commandOptions: ['--wait', '--wait-timeout', START_SECONDS] })
    .up(hasMeili ? undefined : WITHOUT_MEILI)

  project.provide('containerSite', {
    url: `http://127.0.0.1:${port}`,
    project: name,
    env,
    hasMeili,
  })
  return async () => {
    await site.down({ removeVolumes: true, timeout: 1_000 })
    await docker('image', 'rm', '--force', image)
  }
}
