export interface Answer {
  status: number
  /** As it came: the first line and the headers. */
  head: string
  /** Whether the server ends the connection after it. */
  closes: boolean
}

const LAST_CHUNK = '0\r\n\r\n'

/**
 * Finds where answers end in what a connection receives. Several times cheaper than a client that
 * makes objects of them: the source of the load must use little of the machine.
 *
 * @param onAnswer called when all of an answer is there; there must be only one at a time
 * @returns takes what has been received
 */
export function createAnswerReader(onAnswer: (answer: Answer) => void): (chunk: Buffer) => void {
  let head = ''
  let answer: Answer | undefined
  /** Bytes of the body that have not come yet; infinitely many where only its last chunk says. */
  let missing = 0
  let tail = ''

  function begin(chunk: Buffer): boolean {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return false
    const fields = head.slice(0, end + 2)
    const status = Number(fields.slice(9, 12))
    const hasBody = status >= 200 && status !== 204 && status !== 304
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(fields)?.[1] ?? 0)
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(fields)
    const body = head.slice(end + 4)
    missing = (hasBody ? (isChunked ? Number.POSITIVE_INFINITY : length) : 0) - body.length
    tail = body.slice(-LAST_CHUNK.length)
    answer = { status, head: fields, closes: /\r\nconnection: *close/i.test(fields) }
    return true
  }

  return (chunk) => {
    if (answer === undefined) {
      if (!begin(chunk)) return
    } else {
      missing -= chunk.length
      const isOpen = missing === Number.POSITIVE_INFINITY
      if (isOpen) tail = (tail + chunk.toString('latin1')).slice(-LAST_CHUNK.length)
    }
    const isOver = missing <= 0 || (missing === Number.POSITIVE_INFINITY && tail === LAST_CHUNK)
    if (answer === undefined || !isOver) return
    const whole = answer
    answer = undefined
    head = ''
    onAnswer(whole)
  }
}
