import { connect } from 'node:net'
import { type Answer, createAnswerReader } from '../support/answer-reader.ts'

export interface Asking {
  onAnswer(answer: Answer): void
  /** Asked once more on another connection: the one in use was closed before a byte of an answer. */
  onRepeat(): void
  onFailure(reason: string): void
}

export interface ConnectionOptions {
  hostname: string
  port: number
  /** Where the next connection comes from. */
  nextSource(): string
}

interface Connection {
  send(request: string, asking: Asking): void
  close(): void
}

/** Nobody waits longer. */
const ANSWER_MS = 15_000

/**
 * Connections that are kept open between requests, one request on each at a time, and as many as it
 * takes.
 */
export function createConnections({ hostname, port, nextSource }: ConnectionOptions) {
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
    socket.setTimeout(ANSWER_MS, () => {
      failure = 'no answer in time'
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
      const place = idle.indexOf(connection)
      if (place !== -1) idle.splice(place, 1)
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
