/** How long a reader waits for the server while an answer of it is at hand. */
export const PATIENCE_MS = 3_000

/**
 * The server's answer; or the kept one where there is one and the server is away, has failed, or
 * takes too long. Its late answer is the caller's to use.
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
