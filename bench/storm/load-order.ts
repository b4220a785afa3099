/**
 * What a load process is told to do, and what it answers: plain data, because they go between
 * processes.
 */

/** Requests of one kind, sent at a steady rate whether or not those before them were answered. */
export interface Stream {
  kind: string
  /** Requested in any order; each `*` is replaced by a new word every time. */
  addresses: readonly string[]
  perSecond: number
  /** Requests sent at the same moment, with pauses that keep the rate; 1 unless given. */
  burst?: number
  /** Expected status of a served request. */
  status: number
}

export interface LoadOrder {
  /** `http://HOST:PORT` of an ingress on this machine. */
  url: string
  /** Duration; unless given, until the order is ended by a message. */
  seconds?: number
  streams: readonly Stream[]
  /** Number of source addresses, all of them `127.{network}.….…`. */
  network: number
  sources: number
}

/** What became of the requests of one kind. */
export interface Tally {
  kind: string
  asked: number
  /** Complete answers with the expected status. */
  served: number
  /** Of those served, the ones that the ingress answered with a saved copy. */
  saved: number
  /** Answered 503 or 429 with `Retry-After`. */
  shed: number
  /** Anything else: other answers, broken connections, and no answer in time. */
  failed: number
  /**
   * Repeated on another connection, as browsers do when theirs was closed before the first byte.
   */
  repeated: number
  /** How often each reason to fail was seen. */
  reasons: Record<string, number>
  /** Milliseconds. */
  servedTimes: Times
  shedTimes: Times
}

export interface Times {
  p50: number
  p99: number
  most: number
}

export interface LoadResult {
  tallies: Tally[]
  /** 99th percentile of the load process's own delay, in milliseconds. */
  lateness: number
  /** Share of a CPU core that it used, from 0 to 1. */
  ofCore: number
}
