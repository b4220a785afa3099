/** Something that waits for a place, or has one. */
export interface Claim {
  /** The owner: those with fewer places get the next one. */
  owner: string
}

export interface SharedPlaces {
  places: number
  /** Claims of one owner that may wait. */
  maxWaitingEach: number
}

/**
 * A few places, shared by owners so that none of them keeps the others out: the last free place is
 * never given to one who has a place already, and no owner fills the queue.
 *
 * @param begin is called when a claim gets a place; it must not throw
 */
export function sharePlaces<T extends Claim>(
  { places, maxWaitingEach }: SharedPlaces,
  begin: (claim: T) => void,
) {
  const waiting: T[] = []
  const placed = new Set<T>()
  const placesOf = (owner: string) => count(placed, owner)
  const most = Math.max(1, places - 1)

  function giveFreePlaces(): void {
    while (placed.size < places) {
      const [next] = waiting
        .filter(({ owner }) => placesOf(owner) < most)
        .sort((a, b) => placesOf(a.owner) - placesOf(b.owner))
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      placed.add(next)
      begin(next)
    }
  }

  return {
    /** @returns whether it has a place or may wait for one */
    add(claim: T): boolean {
      waiting.push(claim)
      giveFreePlaces()
      if (count(waiting, claim.owner) <= maxWaitingEach) return true
      waiting.splice(waiting.indexOf(claim), 1)
      return false
    },
    /** Of a claim that waits no longer, or leaves its place. */
    remove(claim: T): void {
      if (!placed.delete(claim) && waiting.includes(claim))
        waiting.splice(waiting.indexOf(claim), 1)
      giveFreePlaces()
    },
  }
}

function count(claims: Iterable<Claim>, owner: string): number {
  let own = 0
  for (const claim of claims) if (claim.owner === owner) own += 1
  return own
}
