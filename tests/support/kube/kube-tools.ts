import { type ExecFileOptions, execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { CACHE_HOME } from '../machine/temporary-folder.ts'

/** Why tests of the chart are left out where they are. */
export const NO_HELM =
  'No Helm here: put helm (3 or 4; both as helm3 and helm4) on PATH, or name the folder of the programs in KUBE_TOOLS'

/** Why tests that install the chart are left out where they are. */
export const NO_CLUSTER =
  'No Kubernetes for tests here: name the kubeconfig of a cluster that tests may do anything to in CHART_TEST_KUBECONFIG, put kubectl and kubeconform beside helm, and go on PATH'

const RUN_MS = 240_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** The cluster that tests may change as they like. */
export const clusterConfig = (): string | undefined => process.env.CHART_TEST_KUBECONFIG

export type KubeTool = 'kubectl' | 'kubeconform' | 'helm3' | 'helm4' | 'helm'

/** Looks into the folder that `KUBE_TOOLS` names, its `bin`, and `PATH`. */
export async function findKubeTool(name: KubeTool): Promise<string | undefined> {
  const { KUBE_TOOLS, PATH = '' } = process.env
  const folders = KUBE_TOOLS ? [path.join(KUBE_TOOLS, 'bin'), KUBE_TOOLS] : []
  for (const folder of [...folders, ...PATH.split(path.delimiter)].filter(Boolean)) {
    const file = path.join(folder, name)
    const works = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (works) return file
  }
  return undefined
}

export interface HelmProgram {
  /** 3 or 4. */
  major: number
  file: string
}

/** One Helm of each installed major version. */
export async function findHelms(): Promise<HelmProgram[]> {
  const found = new Map<number, string>()
  for (const name of ['helm3', 'helm4', 'helm'] as const) {
    const file = await findKubeTool(name)
    if (!file) continue
    const { stdout } = await runTool(file, ['version', '--template', '{{ .Version }}'])
    // Built without version information, it reports `v3` only.
    const major = Number(/^v(\d+)/.exec(stdout)?.[1])
    if (!found.has(major)) found.set(major, file)
  }
  return [...found].map(([major, file]) => ({ major, file }))
}

export interface ToolOutcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs a program to its end, whatever its exit code. */
export function runTool(
  file: string,
  args: readonly string[],
  { input, ...options }: ExecFileOptions & { input?: string } = {},
): Promise<ToolOutcome> {
  const done = Promise.withResolvers<ToolOutcome>()
  const child = execFile(
    file,
    args,
    {
      timeout: RUN_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, ...HELM_FOLDERS },
      ...options,
      encoding: 'utf8',
    },
    (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      done.resolve({ code, stdout, stderr })
    },
  )
  child.stdin?.end(input ?? '')
  return done.promise
}

/** Tests must not touch the developer's own Helm files. */
const HELM_FOLDERS = Object.fromEntries(
  ['CACHE', 'CONFIG', 'DATA'].map((kind) => [
    `HELM_${kind}_HOME`,
    path.join(CACHE_HOME, 'finlore-helm', kind.toLowerCase()),
  ]),
)
