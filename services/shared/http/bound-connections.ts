import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { descriptorLimit } from './descriptor-limit.ts'

/**
 * Share of the process's descriptors that connections to its ports may have. The others are for
 * files, and for connections to the database and to other services.
 */
const SHARE = 4 / 5
/** What that is of so many. */
export const connectionsOf = (descriptors: number) => Math.floor(descriptors * SHARE)
/** Most bytes of all answers that clients have asked for and not read yet. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024
const UNREAD_CHECK_MS = 250

export interface ConnectionBounds {
  /** Connections that may be open at the same time. */
  maxConnections: number
  maxUnreadBytes: number
}

/** Open connections, the one that was used longest ago first. */
export interface OpenConnections {
  /** Counts the connections of one more server, until each of them closes. */
  countThoseOf(server: Server): void
  /** Closes connections with the oldest unread answers until the rest is within the bound. */
  checkUnread(): void
}

/**
 * Bounds what connections may take from the process that they all share: its descriptors, without
 * which it could neither read a file nor ask its database, and the memory of answers that are
 * not read.
 *
 * One connection too many closes that of the longest idle client, who connects again at the next
 * request. Only while every connection has a request under way, the one used longest ago is cut off.
 */
export function boundConnections({
  maxConnections,
  maxUnreadBytes,
}: ConnectionBounds): OpenConnections {
  // Both keep the order in which their members were added.
  const idle = new Set<Socket>()
  /** With the number of requests of each that have no answer yet. */
  const busy = new Map<Socket, number>()

  function add(socket: Socket) {
    idle.add(socket)
    socket.once('close', () => forget(socket))
    if (idle.size + busy.size <= maxConnections) return
    // The newest is idle too.
    const [longestUnused = socket] = idle.size > 1 ? idle : busy.keys()
    cutOff(longestUnused)
  }
  function forget(socket: Socket) {
    idle.delete(socket)
    busy.delete(socket)
  }
  function cutOff(socket: Socket) {
    forget(socket)
    socket.destroy()
  }

  return {
    countThoseOf(server) {
      server.on('connection', add)
      server.on('request', ({ socket }, response) => {
        if (socket.destroyed) return
        const requests = busy.get(socket) ?? 0
        forget(socket)
        busy.set(socket, requests + 1)
        response.once('close', () => {
          const inFlight = busy.get(socket)
          if (inFlight === undefined) return
          if (inFlight > 1) return void busy.set(socket, inFlight - 1)
          busy.delete(socket)
          idle.add(socket)
        })
      })
    },
    checkUnread() {
      let excess = -maxUnreadBytes
      for (const socket of busy.keys()) excess += socket.writableLength
      for (const socket of busy.keys()) {
        if (excess <= 0) return
        if (socket.writableLength === 0) continue
        excess -= socket.writableLength
        cutOff(socket)
      }
    },
  }
}

let ofThisProcess: OpenConnections | undefined

/** The connections of all servers of this process, which share its descriptors. */
export function connectionsOfThisProcess(): OpenConnections {
  ofThisProcess ??= begin()
  return ofThisProcess
}

function begin(): OpenConnections {
  const connections = boundConnections({
    maxConnections: connectionsOf(descriptorLimit()),
    maxUnreadBytes: MAX_UNREAD_BYTES,
  })
  setInterval(connections.checkUnread, UNREAD_CHECK_MS).unref()
  return connections
}
