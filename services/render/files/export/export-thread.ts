// Runs in threads started by export-in-threads.ts.

import type { PagePath } from '#shared/contracts/primitives.ts'
import { exportPages, type PageExport, type PagesExported } from './export-pages.ts'

export interface ExportJob {
  pages: PageExport
  paths: readonly PagePath[]
}

export const work = ({ pages, paths }: ExportJob): Promise<PagesExported> =>
  exportPages(pages, paths)
