/** Larger than any answer of the services. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a service's whole answer into memory, so that a slow reader never occupies the service's
 * connection.
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
