import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Connections that keep a server waiting; each is opened again when the server closes it. */
const SLOW = {
  /** Say nothing. */
  silent: { count: 200, begin: '', say: '' },
  /** Never come to the end of their request. */
  slow: { count: 200, begin: 'GET / HTTP/1.1\r\nHost: finlore.example\r\nX-Slow: ', say: 'a' },
  /** Ask for much at once, and read none of it. */
  'not reading': {
    count: 40,
    begin: 'GET / HTTP/1.1\r\nHost: finlore.example\r\n\r\n'.repeat(400),
    say: 'GET / HTTP/1.1\r\nHost: finlore.example\r\n\r\n',
  },
}
const SAY_MS = 1_000
/** Pause before a closed or refused connection is opened again. */
const AGAIN_MS = 250
const NETWORK = 9

export type SlowKind = keyof typeof SLOW

export interface SlowSockets {
  /** Longest time until the server closed one of each kind, in milliseconds. */
  longest: Record<SlowKind, number>
  stop(): Promise<void>
}

/** Holds hundreds of connections to an ingress on this machine until it is stopped. */
export function openSlowSockets(url: string): SlowSockets {
  const stopping = new AbortController()
  const longest: SlowSockets['longest'] = { silent: 0, slow: 0, 'not reading': 0 }
  const { hostname, port } = new URL(url)

  async function keepOne(kind: SlowKind, place: number): Promise<void> {
    const { begin, say } = SLOW[kind]
    while (!stopping.signal.aborted) {
      const openedAt = performance.now()
      const localAddress = `127.${NETWORK}.${Object.keys(SLOW).indexOf(kind)}.${place + 1}`
      const socket = connect({ host: hostname, port: Number(port), localAddress })
      socket.write(begin)
      await untilEnded(socket, kind, say)
      // Sockets still open at the end of the storm were not closed by the server.
      if (stopping.signal.aborted) return
      longest[kind] = Math.max(longest[kind], performance.now() - openedAt)
      await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function untilEnded(socket: Socket, kind: SlowKind, say: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    // A closed connection is noticed only by writing to it.
    const saying = setInterval(() => say && socket.write(say), SAY_MS)
    const end = () => socket.destroy()
    stopping.signal.addEventListener('abort', end, { once: true })
    if (kind !== 'not reading') socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    await promise
    clearInterval(saying)
    stopping.signal.removeEventListener('abort', end)
  }

  const kept = Object.entries(SLOW).flatMap(([kind, { count }]) =>
    Array.from({ length: count }, (_, place) => keepOne(kind as SlowKind, place)),
  )
  return {
    longest,
    async stop() {
      stopping.abort()
      await Promise.all(kept)
    },
  }
}
