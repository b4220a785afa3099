import { connect } from 'node:net'
import { type Answer, createAnswerReader } from '../support/answer-reader.ts'

export interface Asking {
  onAnswer(answer: Answer): void
  /**
   * The request is repeated, because its connection was closed before the first byte of an answer.
   */
  onRepeat(): void
  onFailure(reason: string): void
}

export interface ConnectionOptions {
  hostname: string
  port: number
  /** Local address of the next connection. */
  nextSource(): string
  /** Timeout of a request; unused connections are closed after the same time. */
  answerMs?: number
}

interface Connection {
  send(request: string, asking: Asking): void
  close(): void
}

const ANSWER_MS = 15_000

/**
 * A pool of keep-alive connections without an upper limit, with one request at a time on each.
 */
export function createConnections(options: ConnectionOptions) {
  const { hostname, port, nextSource, answerMs = ANSWER_MS } = options
  const idle: Connection[] = []
  const all = new Set<Connection>()

  function open(): Connection {
    let asking: Asking | undefined
    let request = ''
    let hasBytes = false
    let isUsed = false
    let failure = 'closed without an answer'
    const socket = connect({ host: hostname, port, localAddress: nextSource(), noDelay: true })
    const read = createAnswerReader((answer) => {
      const answered = asking
      asking = undefined
      if (answer.closes) socket.end()
      else idle.push(connection)
      answered?.onAnswer(answer)
    })
    const connection: Connection = {
      send(text, asks) {
        isUsed = request !== ''
        ;[request, asking, hasBytes] = [text, asks, false]
        socket.write(text)
      },
      close: () => socket.destroy(),
    }
    all.add(connection)
    /** At once: a request that still took it before its `close` event would never be sent. */
    function forget(): void {
      const place = idle.indexOf(connection)
      if (place !== -1) idle.splice(place, 1)
    }
    socket.setTimeout(answerMs, () => {
      failure = 'no answer in time'
      forget()
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      hasBytes = true
      read(chunk)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message
    })
    socket.on('close', () => {
      all.delete(connection)
      forget()
      if (!asking) return
      if (!isUsed || hasBytes || failure === 'no answer in time') {
        asking.onFailure(hasBytes ? `cut off (${failure})` : failure)
        return
      }
      asking.onRepeat()
      open().send(request, asking)
    })
    return connection
  }

  return {
    ask(request: string, asking: Asking): void {
      const connection = idle.pop() ?? open()
      connection.send(request, asking)
    },
    /** Ends all of them; what was not answered until now fails. */
    close(): void {
      for (const connection of all) connection.close()
    },
  }
}
