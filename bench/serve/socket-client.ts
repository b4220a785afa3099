import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { createAnswerReader } from '../support/answer-reader.ts'

/**
 * Load without `wrk`: as many connections as asked for, on each one request after the other.
 * Arguments: address, file of addresses, connections, seconds, header lines. Ends with a line of
 * JSON.
 */

const [, , url = '', file = '', connections = '1', seconds = '1', ...lines] = process.argv
const { hostname, port } = new URL(url)
const addresses = (await readFile(file, 'utf8')).trim().split('\n')
const requests = addresses.map((address) =>
  Buffer.from(
    `GET ${address} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`,
  ),
)
const until = performance.now() + Number(seconds) * 1_000
const latencies: number[] = []
let lost = 0

const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, runConnection))
const lasted = (performance.now() - startedAt) / 1_000
latencies.sort((one, other) => one - other)
const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
process.stdout.write(
  `${JSON.stringify({ requests: latencies.length, seconds: lasted, p50Ms: percentile(0.5), p99Ms: percentile(0.99), lost })}\n`,
)

/** Runs until the time is up, and reconnects whenever the server closes the connection. */
async function runConnection(): Promise<void> {
  while (performance.now() < until) await runSocket()
}

function runSocket(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname)
  let sentAt = 0
  const send = () => {
    sentAt = performance.now()
    const request = requests[Math.floor(Math.random() * requests.length)]
    if (request) socket.write(request)
  }
  const read = createAnswerReader(({ status, closes }) => {
    if (status >= 400) lost += 1
    latencies.push(performance.now() - sentAt)
    if (closes || performance.now() >= until) socket.end()
    else send()
  })
  socket.setNoDelay()
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  socket.on('connect', send)
  socket.on('data', read)
  socket.on('error', () => {
    lost += 1
  })
  socket.on('close', () => resolve())
  return promise
}
