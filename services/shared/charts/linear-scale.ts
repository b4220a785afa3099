/** Where a value stands between two places. */
export type Scale = (value: number) => number

/** Places of the values of a domain, whose two ends differ. */
export function linearScale(
  [low, high]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  return (value) => {
    const part = (value - low) / (high - low)
    return start * (1 - part) + end * part
  }
}
