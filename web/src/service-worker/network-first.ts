/** How long to wait for the server when a kept answer is available. */
const PATIENCE_MS = 3_000

/**
 * The server's answer, or the kept one if there is one and the server is unreachable, fails, or
 * takes too long. The caller may still use the late answer.
 *
 * @throws what `asked` throws, when nothing is kept
 */
export async function networkFirst(
  asked: Promise<Response>,
  findKept: () => Promise<Response | undefined>,
): Promise<Response> {
  const answered = asked.catch(() => undefined)
  const answer = await Promise.race([answered, silenceAfter(PATIENCE_MS)])
  if (answer && answer.status < 500) return answer
  return (await findKept()) ?? asked
}

const silenceAfter = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))
