import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs nginx until it is told to stop; prints a line of JSON when it accepts connections. */

const [, , configuration = '', url = ''] = process.argv
const child = spawn('nginx', ['-c', configuration], { stdio: ['ignore', 'ignore', 'inherit'] })
const ended = once(child, 'exit')
process.once('SIGTERM', () => child.kill('SIGTERM'))

while (child.exitCode === null && !(await takesConnections())) await sleep(20)
process.stdout.write('{}\n')
await ended

async function takesConnections(): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return connected
}
