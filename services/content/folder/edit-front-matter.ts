import { isMap, isNode, isScalar, parseDocument, stringify } from 'yaml'
import { splitMarkdownFile } from './source-text.ts'

/**
 * Writes fields into the front matter of a Markdown file, and another text below it. All that is not
 * changed stays byte for byte: comments, order, quotation marks, line ends.
 *
 * @param changes new values by field; `undefined` and `null` take a field out
 * @param body without the empty lines around it, which stay as they are
 * @returns `undefined` if the file has no front matter that can be read
 */
export function editMarkdownFile(
  file: string,
  changes: ReadonlyMap<string, unknown>,
  body?: string,
): string | undefined {
  const parts = splitMarkdownFile(file)
  if (!parts) return undefined
  let yaml: string | undefined = parts.yaml
  for (const [field, value] of changes) {
    yaml &&= editField(yaml, field, value)
  }
  if (yaml === undefined) return undefined
  const begins = file.indexOf('\n') + 1
  const above = file.slice(0, begins)
  const between = file.slice(begins + parts.yaml.length, file.length - parts.body.length)
  const below = body === undefined ? parts.body : replaceBody(parts.body, body)
  return above + yaml + between + below
}

function replaceBody(former: string, body: string): string {
  const [above = ''] = /^\s*/.exec(former) ?? []
  const [below = ''] = /\s*$/.exec(former.slice(above.length)) ?? []
  return `${above}${body}${below || '\n'}`
}

function editField(yaml: string, field: string, value: unknown): string | undefined {
  const { contents, errors } = parseDocument(yaml, { version: '1.2', schema: 'core' })
  if (errors.length > 0 || !isMap(contents)) return undefined
  const isLeftOut = value === undefined || value === null
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === field)
  if (!pair) return isLeftOut ? yaml : yaml + written(yaml, field, value)
  const key = isNode(pair.key) ? pair.key.range : undefined
  const end = (isNode(pair.value) ? pair.value.range : undefined) ?? key
  if (!key || !end) return undefined
  const [from, , keyEnd] = key
  const [, valueEnd, lineEnd] = end
  if (isLeftOut) return yaml.slice(0, from) + yaml.slice(Math.max(lineEnd, keyEnd))
  const to = Math.max(valueEnd, keyEnd)
  const text = written(yaml, field, value)
  // A value on one line ends before its line does, where a comment may follow.
  const endsLine = yaml.slice(from, to).endsWith('\n')
  return yaml.slice(0, from) + (endsLine ? text : text.trimEnd()) + yaml.slice(to)
}

function written(yaml: string, field: string, value: unknown): string {
  const text = stringify({ [field]: value }, { version: '1.2', schema: 'core', lineWidth: 0 })
  return yaml.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}
