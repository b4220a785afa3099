import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A DNS server that knows one answer, whatever it is asked. */
export interface DnsServer {
  /** `HOST:PORT`. */
  address: string
  /** The IPv4 addresses to which every name resolves. */
  addresses: string[]
  /** Number of address lookups so far. */
  asked(): number
  /** Ports of those who looked addresses up: each process of a resolver has one. May be cleared. */
  askers: Set<number>
  close(): Promise<void>
}

const HEADER_BYTES = 12
const TYPE_A = 1

export async function startDnsServer(addresses: string[]): Promise<DnsServer> {
  const socket = createSocket('udp4')
  let asked = 0
  const server: DnsServer = {
    address: '',
    addresses,
    asked: () => asked,
    askers: new Set(),
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, HEADER_BYTES) + 5
    const isForAddress = question.readUInt16BE(end - 4) === TYPE_A
    if (isForAddress) {
      asked += 1
      server.askers.add(port)
    }
    const answers = isForAddress ? server.addresses.map(answerOf) : []
    const header = Buffer.from(question.subarray(0, HEADER_BYTES))
    // An answer without errors to one question, and nothing after the answers.
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(
      Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...answers]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

/** The name asked for, type A, class IN, good for a second, four bytes. */
const answerOf = (address: string) =>
  Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    TYPE_A,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    4,
    ...address.split('.').map(Number),
  ])
