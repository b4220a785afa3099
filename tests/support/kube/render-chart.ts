import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { KubeObject } from './kube-objects.ts'
import { type HelmProgram, runTool, type ToolOutcome } from './kube-tools.ts'

export const CHART = path.resolve(import.meta.dirname, '../../../charts/finlore')
const CI = path.join(CHART, 'ci')

/** The names of the values files, one for each kind of installation. */
export const CI_VALUES: readonly string[] = readdirSync(CI)
  .filter((name) => name.endsWith('-values.yaml'))
  .map((name) => name.replace('-values.yaml', ''))

export const ciFile = (name: string): string => path.join(CI, `${name}-values.yaml`)

export interface RenderOptions {
  release?: string
  namespace?: string
  /** One of `CI_VALUES`; nothing unless given. */
  ci?: string
  /** Overrides values of the file. */
  values?: object
  /** Its folder; that of the repository unless given. */
  chart?: string
}

const KUBERNETES = '1.36.0'

export function templateChart(
  helm: HelmProgram,
  { release = 'site', namespace = 'words', ci, values = {}, chart = CHART }: RenderOptions,
): Promise<ToolOutcome> {
  const files = ci === undefined ? [] : ['--values', ciFile(ci)]
  return runTool(
    helm.file,
    [
      ...['template', release, chart, '--namespace', namespace, '--kube-version', KUBERNETES],
      ...[...files, '--values', '-'],
    ],
    { input: JSON.stringify(values) },
  )
}

/** @throws {Error} with what Helm says when it refuses */
export async function renderChart(
  helm: HelmProgram,
  options: RenderOptions,
): Promise<KubeObject[]> {
  const { code, stdout, stderr } = await templateChart(helm, options)
  if (code !== 0) throw new Error(stderr)
  return parseObjects(stdout)
}

/** Parsed as YAML 1.1, as Helm does. */
export const parseObjects = (text: string): KubeObject[] =>
  parseAllDocuments(text, { version: '1.1' })
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null)
