/** The first runs are slower and noise only makes runs slower, so the fastest run counts. */
const RUNS = 3
/** In microseconds. Clocks are not precise enough for less. */
const CLOCK = 10_000

/**
 * Processor time of this thread in microseconds, the least of several runs. Other load on the machine
 * changes it little.
 */
function cpuTime(work: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

/**
 * How much longer one long text takes than the same amount of text in ten short ones: about 1 where
 * time grows with the length, about 10 where it grows with its square.
 *
 * @param make a text of a size
 */
export function growth<T>(
  make: (size: number) => T,
  size: number,
  work: (made: T) => void,
): number {
  const [short, long] = [make(size / 10), make(size)]
  const inParts = cpuTime(() => {
    for (let part = 0; part < 10; part += 1) work(short)
  })
  return cpuTime(() => work(long)) / Math.max(CLOCK, inParts)
}
