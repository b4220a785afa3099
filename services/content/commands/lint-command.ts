import { parseEnv } from '#shared/config.ts'
import { LOCALES, type Locale } from '#shared/contracts/primitives.ts'
import { checkExternal } from '../lint/external/check-external.ts'
import { formatSarif } from '../lint/format-sarif.ts'
import { lintContent } from '../lint/lint-content.ts'
import { formatJson, formatText, type LintReport, reportOf } from '../lint/report.ts'
import { type ContentCommand, FolderEnv, readOptions, UsageError } from './command.ts'

const FORMATS: Readonly<Record<string, (report: LintReport, folder: string) => string>> = {
  text: formatText,
  json: formatJson,
  sarif: (report, folder) => formatSarif(report, folder, process.cwd()),
}

export const lintCommand: ContentCommand = {
  usage: '[options]',
  summary: `checks the content folder and writes nothing; fails on errors, not on warnings
                     --format text|json|sarif  output format
                     --all-locales             checks all languages, not only SITE_LOCALE
                     --default-entities        checks as for an import with this option
                     --external                also checks links to other sites, a second each`,
  async run(args) {
    const options = readOptions(args, {
      format: { type: 'string', default: 'text' },
      external: { type: 'boolean', default: false },
      'all-locales': { type: 'boolean', default: false },
      'default-entities': { type: 'boolean', default: false },
    })
    const format = Object.hasOwn(FORMATS, options.format) ? FORMATS[options.format] : undefined
    if (!format) throw new UsageError(`--format must be one of: ${Object.keys(FORMATS).join(', ')}`)
    const defaultEntities = options['default-entities']
    const { CONTENT_DIR, SITE_LOCALE, INDEXING } = parseEnv(FolderEnv, process.env)
    const locales: readonly Locale[] = options['all-locales'] ? LOCALES : [SITE_LOCALE]
    const isListed = INDEXING === 'on'
    const results = []
    for (const locale of locales) {
      results.push(
        await lintContent(CONTENT_DIR, locale, new Date(), { defaultEntities, isListed }),
      )
    }
    const external = options.external ? await checkExternal(CONTENT_DIR, locales) : []
    const report = reportOf(results, external)
    return { output: format(report, CONTENT_DIR), exitCode: report.counts.error > 0 ? 1 : 0 }
  },
}
