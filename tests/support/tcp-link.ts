import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './run-site.ts'

const HOST = '127.0.0.1'

/** A way to a server that can be cut, which looks as if the server were gone, and mended. */
export interface TcpLink {
  /** The server's address by way of this link. */
  url: string
  /** Breaks what is connected and refuses the rest. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function createTcpLink(serverUrl: string): Promise<TcpLink> {
  const target = new URL(serverUrl)
  const url = new URL(serverUrl)
  url.host = `${HOST}:${await freePort()}`
  const sockets = new Set<Socket>()
  let server: Server | undefined

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  async function mend() {
    server = createServer((near) => {
      const far = connect({ host: target.hostname, port: Number(target.port) })
      for (const socket of [near, far]) track(socket)
      near.pipe(far).pipe(near)
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
    async cut() {
      const closed = server && once(server, 'close')
      server?.close()
      server = undefined
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
