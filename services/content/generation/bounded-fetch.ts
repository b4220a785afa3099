/** Of an answer with the protocol around it, which takes much more room than the text. */
const MOST_BYTES = 20_000_000

interface FetchBounds {
  headers: Readonly<Record<string, string>>
  /** Ends the request and the reading of its answer. */
  signal: AbortSignal
  /** Called when the answer begins, and for each part of it. */
  onBytes: (answer: Response) => void
}

/**
 * The `fetch` of one request. It sends the headers given here and no others: the package that calls
 * it would add what the environment holds for other tools, and what it knows of this machine. A key
 * is for the address that somebody wrote down, so redirects are not followed. An answer of more than
 * 20 MB breaks off with a `RangeError`.
 */
export const boundedFetch =
  ({ headers, signal, onBytes }: FetchBounds): typeof fetch =>
  async (address, init) => {
    const answer = await fetch(address, { ...init, headers, redirect: 'manual', signal })
    onBytes(answer)
    let bytes = 0
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes(answer)
        bytes += chunk.length
        if (bytes > MOST_BYTES) throw new RangeError(`the answer has more than ${MOST_BYTES} bytes`)
        controller.enqueue(chunk)
      },
    })
    return new Response(answer.body?.pipeThrough(bounded), answer)
  }
