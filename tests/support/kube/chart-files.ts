import { copyFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const FOLDER = 'charts/finlore/files'

/**
 * Files of the chart that others use as well, and where they are written. They are copies, because
 * many archives that charts travel in hold no symbolic links.
 */
export const COPIED_FILES: Readonly<Record<string, string>> = {
  'alerts.yaml': 'deploy/observability/alerts.yaml',
  'count-answers.sh': 'deploy/ingress/count-answers.sh',
  'dashboard.json': 'deploy/observability/dashboard.json',
  'nginx.conf.template': 'deploy/ingress/nginx.conf.template',
  'start-nginx.sh': 'deploy/ingress/start-nginx.sh',
}

export const chartFile = (name: string): string => path.join(ROOT, FOLDER, name)
export const sourceFile = (source: string): string => path.join(ROOT, source)

export async function writeChartFiles(): Promise<void> {
  for (const [name, source] of Object.entries(COPIED_FILES)) {
    await copyFile(sourceFile(source), chartFile(name))
  }
}
