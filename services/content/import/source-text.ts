import { LineCounter, parseDocument, visit } from 'yaml'
import type { CodedReason } from '../lint/rules.ts'
import type { ContentProblem } from './content-problem.ts'

/** A parsed file that still knows on which line each field stands. */
export interface SourceText {
  file: string
  /** What the YAML says; `undefined` when it cannot be parsed. */
  value: unknown
  /** The Markdown under the front matter; empty in a YAML file. */
  body: string
  /** What the parser found wrong. */
  problems: ContentProblem[]
  /** Turns reasons about fields into problems at lines. */
  locate(reasons: readonly CodedReason[]): ContentProblem[]
}

const FRONT_MATTER = /^---\r?\n(?<yaml>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m

export function parseYamlFile(file: string, text: string): SourceText {
  return parseYaml(file, text, 0, '')
}

/** A JSON file. It is read as YAML as well, which knows the lines and names that stand twice. */
export function parseJsonFile(file: string, text: string): SourceText {
  const source = parseYaml(file, text, 0, '')
  try {
    const value: unknown = JSON.parse(text)
    const problems = source.problems.map(({ message, ...place }) => ({
      ...place,
      message: message.replace('YAML', 'JSON'),
    }))
    return { ...source, problems, value: problems.length === 0 ? value : undefined }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const line = Number(/\(line (\d+) column \d+\)/.exec(reason)?.[1] ?? 1)
    const message = `is not valid JSON: ${reason.replaceAll('\n', ' ')}`
    return { ...source, value: undefined, problems: [{ file, line, code: 'E-SCHEMA', message }] }
  }
}

/** A Markdown file with its front matter between two lines of three hyphens. */
export function parseMarkdownFile(file: string, text: string): SourceText {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const match = FRONT_MATTER.exec(content)
  if (match?.index !== 0 || !match.groups) {
    const message = 'must begin with front matter between two lines of three hyphens'
    return {
      file,
      value: undefined,
      body: '',
      problems: [{ file, line: 1, code: 'E-SCHEMA', message }],
      locate: () => [],
    }
  }
  return parseYaml(file, match.groups.yaml ?? '', 1, content.slice(match[0].length))
}

function parseYaml(file: string, yaml: string, linesBefore: number, body: string): SourceText {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, version: '1.2', schema: 'core' })
  const lineAt = (offset: number) => lines.linePos(offset).line + linesBefore
  const problems = [...document.errors, ...document.warnings].map(
    (error): ContentProblem => ({
      file,
      line: lineAt(error.pos[0]),
      code: 'E-SCHEMA',
      message: `is not valid YAML: ${error.message.split('\n', 1)[0]}`,
    }),
  )
  visit(document, {
    // References can make a small file endless, and nobody needs them here.
    Alias: (_key, { source, range }) => {
      problems.push({
        file,
        line: lineAt(range?.[0] ?? 0),
        code: 'E-SCHEMA',
        message: `*${source} must be written out`,
      })
    },
  })

  /** The field itself or, where it is missing, what it is missing from. */
  const lineOf = (field: string): number => {
    const path = pointerParts(field)
    for (let depth = path.length; depth > 0; depth--) {
      const node: unknown = document.getIn(path.slice(0, depth), true)
      if (
        typeof node === 'object' &&
        node !== null &&
        'range' in node &&
        Array.isArray(node.range)
      ) {
        return lineAt(Number(node.range[0]))
      }
    }
    return linesBefore + 1
  }

  return {
    file,
    value: problems.length === 0 ? document.toJS() : undefined,
    body,
    problems,
    locate: (reasons) =>
      reasons.map(({ field, code = 'E-SCHEMA', line: linesAbove, message }) => ({
        file,
        line: field === '/body' ? bodyLine(yaml, linesBefore) + (linesAbove ?? 0) : lineOf(field),
        code,
        message:
          linesAbove === undefined ? `${pointerParts(field).join('.')} ${message}`.trim() : message,
      })),
  }
}

/** The names in a JSON pointer, which may hold slashes. */
const pointerParts = (field: string) =>
  field
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The first line after the front matter. */
const bodyLine = (yaml: string, linesBefore: number) => yaml.split('\n').length + linesBefore + 1
