/** Longer lines are no protocol. In characters. */
const LONGEST_LINE = 1_000_000

/**
 * The `data` of server-sent events, one event at a time. What stands after the last blank line when
 * the stream ends is an event too: some servers leave the blank line out.
 *
 * @throws {RangeError} when a line does not end
 */
export async function* readEventStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of readLines(bytes)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    }
  }
  if (data.length > 0) yield data.join('\n')
}

async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new RangeError('a line of the stream does not end')
    for (const line of lines) yield withoutReturn(line)
  }
  const last = withoutReturn(rest + decoder.decode())
  if (last !== '') yield last
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
