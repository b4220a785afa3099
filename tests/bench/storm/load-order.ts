/** What a load process is told to do, and what it answers: plain data, because they go between processes. */

/** Requests of one kind, sent at a steady rate whether or not those before them were answered. */
export interface Stream {
  kind: string
  /** Asked for in any order; a `*` stands for another word every time. */
  addresses: readonly string[]
  perSecond: number
  /** So many at the same moment, as seldom as the rate allows; one by one unless given. */
  burst?: number
  /** What a served request is answered with. */
  status: number
}

export interface LoadOrder {
  /** `http://HOST:PORT` of an ingress on this machine. */
  url: string
  /** Until then, or until it is told that it is over. */
  seconds?: number
  streams: readonly Stream[]
  /** Readers come from so many addresses, all of them `127.{network}.….…`. */
  network: number
  sources: number
}

/** What became of the requests of one kind. */
export interface Tally {
  kind: string
  asked: number
  /** Whole, and with the wanted status. */
  served: number
  /** Of those served, the ones that the ingress answered with a saved copy. */
  saved: number
  /** Answered 503 or 429, with when to come again. */
  shed: number
  /** Anything else: other answers, broken connections, and no answer in time. */
  failed: number
  /** Sent once more on another connection, as browsers do, since theirs was closed before a byte came. */
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
  /** By how many milliseconds the load process itself was late, at most, in 99 of 100 moments. */
  lateness: number
  /** What it took of a core, from 0 to 1. */
  ofCore: number
}
