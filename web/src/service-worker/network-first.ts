/** How long to wait for the server before the cached answer is used. */
const MAX_WAIT_MS = 3_000

/**
 * The server's answer, or the cached one if there is one and the server is unreachable, fails or
 * takes too long. The caller may still use the late answer.
 *
 * @throws what `request` throws, when nothing is cached
 */
export async function networkFirst(
  request: Promise<Response>,
  findCached: () => Promise<Response | undefined>,
): Promise<Response> {
  const answered = request.catch(() => undefined)
  const answer = await Promise.race([answered, nothingAfter(MAX_WAIT_MS)])
  if (answer && answer.status < 500) return answer
  return (await findCached()) ?? request
}

const nothingAfter = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))
