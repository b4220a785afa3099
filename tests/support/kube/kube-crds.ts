import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** Definitions of the chart's objects that are not Kubernetes' own, published as Go modules. */
const PUBLISHED = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.5.0',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: ['podmonitors', 'prometheusrules'].map(
      (kind) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    files: ['scaledobjects', 'triggerauthentications'].map(
      (kind) => `config/crd/bases/keda.sh_${kind}.yaml`,
    ),
  },
]

const DOWNLOAD_MS = 120_000

/**
 * Fetches the definitions that are missing here.
 *
 * @returns files to apply, or `undefined` where Go or what it fetches is missing
 */
export async function findCrds(): Promise<string[] | undefined> {
  try {
    const files: string[] = []
    for (const { module, files: names } of PUBLISHED) {
      const folder = await downloadModule(module)
      files.push(...names.map((name) => path.join(folder, name)))
    }
    await Promise.all(files.map((file) => access(file)))
    return files
  } catch {
    return undefined
  }
}

/** @returns the folder with the module's files */
async function downloadModule(module: string): Promise<string> {
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], {
    timeout: DOWNLOAD_MS,
    // Outside of any Go module of the caller.
    cwd: '/',
  })
  const { Dir } = JSON.parse(stdout) as { Dir: string }
  return Dir
}
