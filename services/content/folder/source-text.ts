import { type Document, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml'
import { shortened } from '#shared/text/shortened.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { ContentProblem } from './content-problem.ts'

/** A parsed file that still knows the line of each field. */
export interface SourceText {
  file: string
  /** The content of the YAML; `undefined` when it cannot be parsed. */
  value: unknown
  /** The Markdown under the front matter; empty in a YAML file. */
  body: string
  /** The front matter, or the whole YAML file. */
  yaml: string
  /** The errors found by the parser. */
  problems: ContentProblem[]
  /** Turns reasons about fields into problems with line numbers. */
  locate(reasons: readonly CodedReason[]): ContentProblem[]
}

const FRONT_MATTER = /^---\r?\n(?<yaml>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m

export function parseYamlFile(file: string, text: string): SourceText {
  return parseYaml(file, text, 0, '')
}

/** Parses a JSON file, also as YAML to get line numbers and repeated names. */
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

/** Parses a Markdown file that begins with front matter between two lines of three hyphens. */
export function parseMarkdownFile(file: string, text: string): SourceText {
  const parts = splitMarkdownFile(text)
  if (!parts) {
    const message = 'must begin with front matter between two lines of three hyphens'
    return {
      file,
      value: undefined,
      body: '',
      yaml: '',
      problems: [{ file, line: 1, code: 'E-SCHEMA', message }],
      locate: () => [],
    }
  }
  return parseYaml(file, parts.yaml, 1, parts.body)
}

/** Front matter and body of a Markdown file, which are not parsed; `undefined` without front matter. */
export function splitMarkdownFile(text: string): Pick<SourceText, 'yaml' | 'body'> | undefined {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const match = FRONT_MATTER.exec(content)
  if (match?.index !== 0 || !match.groups) return undefined
  return { yaml: match.groups.yaml ?? '', body: content.slice(match[0].length) }
}

/** Turns reasons about fields of a Markdown file into problems with line numbers. */
export const locateInFrontMatter = (
  file: string,
  yaml: string,
  reasons: readonly CodedReason[],
): ContentProblem[] => (reasons.length === 0 ? [] : parseYaml(file, yaml, 1, '').locate(reasons))

/** The most errors that are reported for one file; further ones appear once these are corrected. */
const MAX_PROBLEMS = 100

function parseYaml(file: string, yaml: string, linesBefore: number, body: string): SourceText {
  // Counted when it is asked for: the parser's own counter costs every file a fifth of its time.
  const lineAt = (offset: number) => yaml.slice(0, offset).split('\n').length + linesBefore
  const problem = (line: number, message: string): ContentProblem => {
    return { file, line, code: 'E-SCHEMA', message }
  }
  const parsed = parseTree(yaml)
  if ('tooDeep' in parsed) {
    const problems = [problem(linesBefore + 1, 'is nested too deep to be read')]
    return { file, value: undefined, body, yaml, problems, locate: () => [] }
  }
  const { document } = parsed
  const mistakes = mistakesIn(document)
  const problems = mistakes
    .slice(0, MAX_PROBLEMS)
    .map(({ at, message }) => problem(lineAt(at), message))
  if (mistakes.length > MAX_PROBLEMS) {
    const more = mistakes.length - MAX_PROBLEMS
    problems.push(problem(lineAt(mistakes[MAX_PROBLEMS]?.at ?? 0), `and ${more} more mistakes`))
  }

  /** The line of the field or, if it is missing, of the object that it is missing from. */
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

  let begins: number | undefined
  /** The line on which the body begins. */
  const bodyBegins = () => {
    begins ??= yaml.split('\n').length + linesBefore + 1
    return begins
  }

  return {
    file,
    value: problems.length === 0 ? document.toJS() : undefined,
    body,
    yaml,
    problems,
    locate: (reasons) =>
      reasons.map(({ field, code = 'E-SCHEMA', line: linesAbove, message }) => ({
        file,
        line: field === '/body' ? bodyBegins() + (linesAbove ?? 0) : lineOf(field),
        code,
        message:
          linesAbove === undefined
            ? `${pointerParts(field).join('.')} ${message}${standsThere(document, field, message)}`.trim()
            : message,
      })),
  }
}

const WRONG_TYPE = /^must be (?:string|integer|number|boolean|object|array)\b/

/** Of a value of a wrong type: what stands there, and how a text is written. */
const standsThere = (document: Document, field: string, message: string): string =>
  WRONG_TYPE.test(message) ? mistakenAs(document.getIn(pointerParts(field), true), message) : ''

/** What a value of a wrong type is. YAML takes 2026 for a number, and an empty field for nothing. */
function mistakenAs(node: unknown, message: string): string {
  if (isMap(node)) return '; fields stand there'
  if (isSeq(node)) return '; a list stands there'
  if (!isScalar(node) || node.value === null) return '; nothing stands there'
  const { value } = node
  const written = shortened(node.source ?? String(value))
  if (typeof value === 'string') return `; the text "${written}" stands there`
  const isText = message.startsWith('must be string')
  const advice = isText ? `: write it in quotation marks, "${written}"` : ''
  return `; ${written} stands there, which is ${typeof value === 'boolean' ? 'yes or no' : 'a number'}${advice}`
}

/** The names in a JSON pointer, unescaped: they may contain slashes. */
const pointerParts = (field: string) =>
  field
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The YAML parser reports a stack overflow as an error in the file. */
const TOO_DEEP = /call stack size exceeded|Stack overflow/

/** A file with thousands of nested levels overflows the stack of any recursive parser. */
function parseTree(yaml: string) {
  try {
    const document = parseDocument(yaml, {
      version: '1.2',
      schema: 'core',
      // Both take quadratic time in the length of the file; `mistakesIn` and `lineAt` stand for them.
      uniqueKeys: false,
      prettyErrors: false,
    })
    const isTooDeep = document.errors.some(({ message }) => TOO_DEEP.test(message))
    return isTooDeep ? { tooDeep: true } : { document }
  } catch (error) {
    if (error instanceof RangeError) return { tooDeep: true }
    throw error
  }
}

interface Mistake {
  /** Offset in the text. */
  at: number
  message: string
}

/** What writers meet most: a colon in a sentence. */
const hintAt = (message: string) =>
  /mappings|implicit/i.test(message)
    ? '; a value with a colon and a blank in it needs quotation marks around it'
    : ''

function mistakesIn(document: Document.Parsed): Mistake[] {
  const mistakes = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    at: pos[0],
    message: `is not valid YAML: ${message.split('\n', 1)[0]}${hintAt(message)}`,
  }))
  visit(document, {
    // Aliases can make a small file expand without end, and no file needs them here.
    Alias: (_key, { source, range }) => {
      mistakes.push({ at: range?.[0] ?? 0, message: `*${source} must be written out` })
    },
    Map: (_key, { items }) => {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (names.has(key.value)) {
          const message = 'is not valid YAML: Map keys must be unique'
          mistakes.push({ at: key.range?.[0] ?? 0, message })
        }
        names.add(key.value)
      }
    },
  })
  return mistakes
}
