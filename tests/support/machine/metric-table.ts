import { readFile } from 'node:fs/promises'
import path from 'node:path'

export const OBSERVABILITY = path.resolve(import.meta.dirname, '../../../deploy/observability')

/** A row of the table of all metrics. */
export interface TabledMetric {
  name: string
  type: string
  labels: string[]
  /** The processes that have it. */
  processes: string[]
}

const ROW =
  /^\| `([a-z_]+)` \| (counter|gauge|histogram) \| ((?:`[a-z]+`(?:, )?)*)? ?\| ([^|]+) \| [^|]+ \|$/gm

/**
 * The table in `deploy/observability/README.md`.
 *
 * @param all names of all processes; a row may name all, or all but some
 */
export async function readMetricTable(all: readonly string[]): Promise<TabledMetric[]> {
  const text = await readFile(path.join(OBSERVABILITY, 'README.md'), 'utf8')
  return [...text.matchAll(ROW)].map(([, name = '', type = '', labels = '', processes = '']) => ({
    name,
    type,
    labels: labels.split(', ').flatMap((label) => label.replaceAll('`', '') || []),
    processes: processesOf(processes, all),
  }))
}

function processesOf(said: string, all: readonly string[]): string[] {
  if (!said.startsWith('all')) return said.split(', ')
  const exceptions = said.replace(/^all(?: but )?/, '').split(', ')
  return all.filter((name) => !exceptions.includes(name))
}

/** A metric as a process shows it. */
export interface ShownMetric {
  type: string
  labels: Set<string>
  /** The help text; never empty. */
  help: string
}

/** @param text the answer of `/metrics` */
export function readShownMetrics(text: string): Map<string, ShownMetric> {
  const metrics = new Map<string, ShownMetric>()
  for (const [, name = '', help = ''] of text.matchAll(/^# HELP (\S+) (.+)$/gm)) {
    metrics.set(name, { type: '', labels: new Set(), help })
  }
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const metric = metrics.get(name)
    if (metric) metric.type = type
  }
  for (const [, sample = '', labels = ''] of text.matchAll(/^([a-z_]+)\{([^}]*)\} /gm)) {
    const name = sample.replace(/_(?:bucket|sum|count)$/, '')
    const metric = metrics.get(sample) ?? metrics.get(name)
    for (const [, label = ''] of labels.matchAll(/([a-z_]+)="/g)) metric?.labels.add(label)
  }
  return metrics
}
