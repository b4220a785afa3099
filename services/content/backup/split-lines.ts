import { BackupError } from './backup-error.ts'

const LINE_BREAK = 10
/** Far above the longest article. A longer line means that the file is not a backup. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Splits a stream into lines, each with its line break. Node's `readline` cannot be used: it also
 * splits at two characters that occur in ordinary text.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let unfinished: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, start)) {
      const rest = chunk.subarray(start, end + 1)
      yield unfinished.length > 0 ? Buffer.concat([...unfinished, rest]) : rest
      unfinished = []
      bytes = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    unfinished.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes > MAX_BYTES) throw new BackupError('A line is too long: this is not a backup.')
  }
  if (unfinished.length > 0) yield Buffer.concat(unfinished)
}
