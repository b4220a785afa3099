import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../site/run-site.ts'

const HOST = '127.0.0.1'

/**
 * A TCP proxy to a server that can be cut and restored, as if the server were gone; frozen, as
 * if the server hung; and slowed, as if it were far away.
 */
export interface TcpLink {
  /** The server's address through this proxy. */
  url: string
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Holds back all data; both sides stay connected. */
  freeze(): void
  /** Delivers what was held back. */
  thaw(): void
  /** Delays data to the server by so many milliseconds. */
  slow(ms: number): void
}

export async function createTcpLink(serverUrl: string): Promise<TcpLink> {
  const target = new URL(serverUrl)
  const url = new URL(serverUrl)
  url.host = `${HOST}:${await freePort()}`
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let held: (() => void)[] | undefined
  let delayMs = 0

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  function carry(from: Socket, to: Socket, delay: () => number) {
    const pass = (work: () => void) => {
      if (held) held.push(work)
      else if (delay() > 0) setTimeout(work, delay())
      else work()
    }
    from.on('data', (bytes) => pass(() => void (to.writable && to.write(bytes))))
    from.on('end', () => pass(() => to.end()))
  }

  function thaw() {
    const works = held ?? []
    held = undefined
    for (const work of works) work()
  }

  async function mend() {
    server = createServer((near) => {
      const far = connect({ host: target.hostname, port: Number(target.port) })
      for (const socket of [near, far]) track(socket)
      carry(near, far, () => delayMs)
      carry(far, near, () => 0)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    server.listen({ host: HOST, port: Number(url.port) })
    await once(server, 'listening')
  }

  await mend()
  return {
    url: url.href,
    mend,
    thaw,
    freeze() {
      held ??= []
    },
    slow(ms) {
      delayMs = ms
    },
    async cut() {
      held = undefined
      const closed = server && once(server, 'close')
      server?.close()
      server = undefined
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
