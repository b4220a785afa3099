/** An answer on its way; it closes when it is taken, or its reader is gone. */
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
 * Bounds the memory of answers whose readers do not read: above so many bytes, those who have been
 * taking theirs the longest are cut off.
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
