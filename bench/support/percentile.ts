/**
 * The smallest of the values that so many of them do not exceed.
 *
 * @param share from 0 to 1
 * @returns not a number when there are no values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
