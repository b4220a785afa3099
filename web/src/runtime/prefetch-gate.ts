/** What is known of a reader's connection and program; browsers tell more or less of it. */
interface Surroundings {
  connection?: Navigator['connection'] | undefined
  userAgent: string
  isHidden: boolean
}

const BOT = /bot\b|crawler|spider|crawling/i
/** Cubot is a phone maker, not a bot. */
const NO_BOT = /\bcubot\b/i

/** Whether pages may be fetched that a reader has not asked for. */
export function mayPrefetch({ connection, userAgent, isHidden } = surroundings()): boolean {
  if (isHidden || connection?.saveData) return false
  if (connection?.effectiveType?.includes('2g')) return false
  return !BOT.test(userAgent) || NO_BOT.test(userAgent)
}

const surroundings = (): Surroundings => ({
  connection: navigator.connection,
  userAgent: navigator.userAgent,
  isHidden: document.visibilityState === 'hidden',
})
