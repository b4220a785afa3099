/** An answer being sent; it closes when it has been read, or its reader has disconnected. */
export interface SentAnswer {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/** Answers that their readers have not taken yet. */
export interface UnreadAnswers {
  /** Counts an answer of so many bytes until it closes. */
  add(answer: SentAnswer, bytes: number): void
}

/**
 * Bounds the memory of unread answers: above `maxBytes`, the connections with the oldest unread
 * answers are closed.
 */
export function boundUnread(maxBytes: number): UnreadAnswers {
  // In the order in which they came.
  const unread = new Map<SentAnswer, number>()
  let total = 0
  return {
    add(answer, bytes) {
      if (answer.destroyed) return
      unread.set(answer, bytes)
      total += bytes
      answer.once('close', () => {
        unread.delete(answer)
        total -= bytes
      })
      let excess = total - maxBytes
      for (const [oldest, size] of unread) {
        if (excess <= 0) break
        excess -= size
        oldest.destroy()
      }
    },
  }
}
