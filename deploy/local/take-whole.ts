/** More than any answer of ours. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Takes a whole answer, however slow its reader is: a service's connection is never kept by somebody
 * who does not read.
 *
 * @throws {Error} when it breaks off, or is larger than 64 MiB
 */
export async function takeWhole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`The answer is larger than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
