import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'

const HOST = 'localhost'
/** The first byte of a connection that begins with TLS. */
const HANDSHAKE = 22

export interface TlsFront {
  /** Host and port, of https and of http. */
  address: string
  /** The file of its certificate, which is its own authority. */
  authority: string
  close(): Promise<void>
}

/**
 * The proxy that an operator puts in front of the ingress: it terminates TLS, and redirects clients
 * that come without it. Both on one port, because scanners identify a site by host and port.
 *
 * @throws {Error} where there is no openssl
 */
export async function createTlsFront(siteUrl: string): Promise<TlsFront> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-tls-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const [key, authority] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  try {
    await makeCertificate(key, authority)
  } catch (error) {
    await removeFolder()
    throw error
  }

  const { hostname, port } = new URL(siteUrl)
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket))
    return socket
  }
  const secure = createTlsServer(
    { key: await readFile(key), cert: await readFile(authority) },
    (socket) => {
      const site = keep(connect(Number(port), hostname))
      keep(socket).pipe(site).pipe(socket)
    },
  )
  const plain = createHttpServer(({ headers, url }, response) => {
    response.writeHead(308, { location: `https://${headers.host}${url}` }).end()
  })
  const server = createServer((socket) => {
    keep(socket).once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const chosen = first.at(0) === HANDSHAKE ? secure : plain
      chosen.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  server.listen({ host: HOST, port: 0 })
  await once(server, 'listening')
  return {
    address: `${HOST}:${(server.address() as AddressInfo).port}`,
    authority,
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await removeFolder()
    },
  }
}

async function makeCertificate(key: string, certificate: string): Promise<void> {
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', '-days', '2'],
    ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    ...['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`],
    ...['-keyout', key, '-out', certificate],
  ])
}
