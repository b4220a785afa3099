import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { helpOn } from '#shared/http/problems.ts'
import { levelOf, RULES, type RuleCode } from '../drafts/rules.ts'
import type { LintReport } from './report.ts'

const CODES = Object.keys(RULES).filter((code): code is RuleCode => Object.hasOwn(RULES, code))

/**
 * SARIF 2.1.0, which code hosts and editors display beside the lines.
 *
 * @param folder the content folder; paths are relative to `root` if it is inside
 * @param root the top of the checkout
 */
export function formatSarif({ problems }: LintReport, folder: string, root: string): string {
  const inside = path.relative(root, folder)
  const isInside = !inside.startsWith('..') && !path.isAbsolute(inside)
  const locationOf = (file: string) =>
    isInside
      ? { uri: uriOf(path.posix.join(...inside.split(path.sep), file)), uriBaseId: '%SRCROOT%' }
      : { uri: pathToFileURL(path.join(folder, file)).href }
  const rules = CODES.map((code) => ({
    id: code,
    shortDescription: { text: RULES[code].what },
    help: { text: `${RULES[code].advice}. See ${helpOn(code)}.` },
    defaultConfiguration: { level: levelOf(code) },
  }))
  const results = problems.map(({ file, line, code, message }) => ({
    ruleId: code,
    ruleIndex: CODES.indexOf(code),
    level: levelOf(code),
    message: { text: message },
    locations: [
      { physicalLocation: { artifactLocation: locationOf(file), region: { startLine: line } } },
    ],
  }))
  const tool = { driver: { name: 'finlore-content-lint', rules } }
  const log = {
    $schema:
      'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool, columnKind: 'utf16CodeUnits', results }],
  }
  return JSON.stringify(log, null, 2)
}

const uriOf = (file: string) => file.split('/').map(encodeURIComponent).join('/')
