import type { IncomingMessage } from 'node:http'
import { reasonOf } from '#shared/database/try-again.ts'
import { askPublic, type Network, NotPublicError } from '#shared/network/ask-public.ts'

const MAX_BYTES = 2 * 1024 * 1024

export interface AskAddressOptions {
  network: Network
  /** From looking up the name of the host to the last byte of its answer. */
  timeoutMs: number
  /** Aborts the request. */
  stopping: AbortSignal
}

/**
 * Asks the address of a fact for what it says today.
 *
 * @returns the text of its answer
 * @throws {Error} saying why there is none, after the name of the host
 */
export async function askAddress(
  address: string,
  { network, timeoutMs, stopping }: AskAddressOptions,
): Promise<string> {
  const tooLate = AbortSignal.timeout(timeoutMs)
  const headers = {
    accept: 'application/json, text/csv;q=0.9, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'finlore',
  }
  const signal = AbortSignal.any([stopping, tooLate])
  try {
    const response = await askPublic(new URL(address), { headers, signal }, network)
    return await readText(response)
  } catch (error) {
    if (error instanceof UnfitAnswer) throw error
    if (tooLate.aborted) throw new Error(`did not answer within ${timeoutMs / 1_000} s`)
    if (error instanceof NotPublicError) throw new Error('was not asked: it is not on the internet')
    throw new Error(`did not answer: ${reasonOf(error)}`)
  }
}

class UnfitAnswer extends Error {}

async function readText(response: IncomingMessage): Promise<string> {
  const { statusCode = 0, headers } = response
  try {
    if (statusCode >= 300 && statusCode < 400) {
      throw new UnfitAnswer(
        `answered ${statusCode}: redirects are not followed, so write where it leads`,
      )
    }
    if (statusCode !== 200) throw new UnfitAnswer(`answered ${statusCode}`)
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new UnfitAnswer('sent something compressed, which was not requested')
    }
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new UnfitAnswer(`sent more than ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  } finally {
    response.destroy()
  }
}
