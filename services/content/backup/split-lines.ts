import { BackupError } from './backup-error.ts'

const LINE_BREAK = 10
/** The longest article is far below it; what has no line breaks is no backup. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Cuts a stream into lines, each with its break. Not by Node's `readline`: to that, two characters of
 * ordinary text end a line as well.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, start)) {
      const rest = chunk.subarray(start, end + 1)
      yield begun.length > 0 ? Buffer.concat([...begun, rest]) : rest
      begun = []
      bytes = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    begun.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes > MOST_BYTES) throw new BackupError('It has a line without end: it is no backup.')
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
