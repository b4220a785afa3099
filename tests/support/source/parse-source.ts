import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Something in a source file, and the line on which it begins. */
export interface Place {
  line: number
  text: string
}

/** The title of a test or of a group of tests. */
export interface Title extends Place {
  /** The titles of the groups around it, from the outermost. */
  groups: string[]
}

export interface ParsedSource {
  /** Each comment, and each title of a test. */
  prose: Place[]
  /** Each title of a test or of a group of tests that is written where it is used. */
  titles: Title[]
  /** Each name that is written in the code. */
  names: Place[]
  /** Each name that is declared where it is exported, but for those that pass on another file's. */
  exports: Place[]
  /** Each function with a body of statements, and the number of its lines. */
  functions: (Place & { lines: number })[]
  /** Each `...` before a literal: the literal could stand there itself. */
  spreadLiterals: Place[]
}

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression
type Named = ESTree.CallExpression['callee']

const parsedFiles = new Map<string, Promise<ParsedSource>>()

/**
 * What a file of the repository is made of, read once.
 *
 * @param source the text of the file, for tests of this module; else the file is read
 */
export function parseSource(file: string, source?: string): Promise<ParsedSource> {
  if (source !== undefined) return parse(file, source)
  const known = parsedFiles.get(file) ?? parse(file)
  parsedFiles.set(file, known)
  return known
}

async function parse(file: string, source?: string): Promise<ParsedSource> {
  const text = source ?? (await readFile(path.join(ROOT, file), 'utf8'))
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const lineAt = (offset: number) => countBelow(lineEnds, offset) + 1
  const placeOf = ({ start }: { start: number }, what: string) => ({
    line: lineAt(start),
    text: what,
  })
  const parsed: ParsedSource = {
    prose: comments.map((comment) => placeOf(comment, comment.value)),
    titles: [],
    names: [],
    exports: [],
    functions: [],
    spreadLiterals: [],
  }
  /** The calls of tests and groups in which the visitor is. */
  const around: { name: string; end: number }[] = []
  const addName = (node: ESTree.Span & { name: string }) => {
    parsed.names.push(placeOf(node, node.name))
  }
  const addFunction = (node: FunctionNode) => {
    // An arrow function without statements is an expression, such as a table of texts.
    if (node.body?.type !== 'BlockStatement') return
    const name = 'id' in node && node.id ? node.id.name : 'a function without a name'
    const lines = lineAt(node.end) - lineAt(node.start) + 1
    parsed.functions.push({ ...placeOf(node, name), lines })
  }
  new Visitor({
    Identifier: addName,
    JSXIdentifier: addName,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ExportNamedDeclaration({ declaration }) {
      if (!declaration) return
      const declared =
        declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration]
      for (const node of declared) {
        const { id } = node
        if (id?.type === 'Identifier') parsed.exports.push(placeOf(id, id.name))
      }
    },
    SpreadElement(node) {
      const { type } = node.argument
      if (type !== 'ObjectExpression' && type !== 'ArrayExpression') return
      parsed.spreadLiterals.push(placeOf(node, text.slice(node.start, node.end)))
    },
    CallExpression({ callee, arguments: [title], start, end }) {
      if (!title || !isTestCall(callee) || isModifier(callee)) return
      const written = text.slice(title.start, title.end)
      parsed.prose.push(placeOf(title, written))
      const name = writtenTitle(title, text)
      if (name === undefined) return
      while ((around.at(-1)?.end ?? end) < start) around.pop()
      parsed.titles.push({ ...placeOf(title, name), groups: around.map((group) => group.name) })
      around.push({ name, end })
    },
  }).visit(program)
  return parsed
}

/** The words of a title, also of one to which a function adds something, such as what it needs. */
function writtenTitle(title: ESTree.Argument, text: string): string | undefined {
  if (title.type === 'Literal') return String(title.value)
  if (title.type === 'TemplateLiteral') return text.slice(title.start + 1, title.end - 1)
  const [first] = title.type === 'CallExpression' ? title.arguments : []
  return first && writtenTitle(first, text)
}

/** How many of ascending numbers are below another one. */
function countBelow(numbers: readonly number[], bound: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? bound) < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a call only prepares one of a test, such as `test.each(…)`, and has no title. */
const isModifier = (callee: Named): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  ['each', 'for', 'skipIf', 'runIf', 'extend'].includes(callee.property.name)

/** Whether a call is `test(…)`, `describe.each(…)(…)` or the like. */
function isTestCall(callee: Named): boolean {
  if (callee.type === 'Identifier')
    return /^(?:test|describe|contentTest|databaseTest)$/.test(callee.name)
  if (callee.type === 'CallExpression') return isTestCall(callee.callee)
  return callee.type === 'MemberExpression' && isTestCall(callee.object)
}
