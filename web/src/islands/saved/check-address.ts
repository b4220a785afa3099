/** In milliseconds. */
const MAX_ANSWER_MS = 10_000

/** What became of a page: `moved` names its path now; `unknown`: no server of ours has answered. */
export type AddressState = { is: 'there' | 'withdrawn' | 'unknown' } | { is: 'moved'; path: string }

/** Asks the server for a page that could not be kept. */
export async function checkAddress(path: string): Promise<AddressState> {
  try {
    const signal = AbortSignal.timeout(MAX_ANSWER_MS)
    const { status, redirected, url } = await fetch(path, { method: 'HEAD', signal })
    if (status === 404 || status === 410) return { is: 'withdrawn' }
    if (status !== 200) return { is: 'unknown' }
    return redirected ? { is: 'moved', path: new URL(url).pathname } : { is: 'there' }
  } catch {
    return { is: 'unknown' }
  }
}
