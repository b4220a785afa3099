/** A value of front matter, as JSON knows it. */
type Value = unknown

/**
 * Front matter between its two lines of hyphens, one field after the other. Text stands in double
 * quotes, so that no word of it can mean anything in YAML.
 */
export function frontMatterText(fields: Readonly<Record<string, Value>>): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => fieldLines(name, value))
  return ['---', ...lines, '---'].join('\n')
}

function fieldLines(name: string, value: Value): string[] {
  const key = /^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name)
  const lines = valueLines(value)
  return lines.length === 1 && !isBlock(value)
    ? [`${key}: ${lines[0]}`]
    : [`${key}:`, ...lines.map(indent)]
}

function valueLines(value: Value): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first = '', ...others] = valueLines(item)
      return [`- ${first}`, ...others.map(indent)]
    })
  }
  if (isBlock(value)) {
    return Object.entries(value).flatMap(([name, part]) => fieldLines(name, part))
  }
  return [JSON.stringify(value)]
}

/** Written over several lines. */
const isBlock = (value: Value): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const indent = (line: string) => `  ${line}`
