/** The first runs are slower and noise only makes runs slower, so the fastest run counts. */
const RUNS = 3
/** In microseconds. Clocks are not precise enough for less. */
const CLOCK = 10_000
/** No test refuses less than this, so what is found below it is not measured again. */
const HARMLESS = 4

/** Processor time of this thread in microseconds. Other load on the machine changes it little. */
function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/**
 * How much longer one long text takes than the same amount of text in ten short ones: about 1 where
 * time grows with the length, about 10 where it grows with its square. Below 4, where further runs
 * could only give less, it is what the first runs gave.
 *
 * @param make a text of a size
 */
export function growth<T>(
  make: (size: number) => T,
  size: number,
  work: (made: T) => void,
): number {
  const [short, long] = [make(size / 10), make(size)]
  const readLong = () => cpuTime(() => work(long))
  const readParts = () =>
    cpuTime(() => {
      for (let part = 0; part < 10; part += 1) work(short)
    })

  let least = readLong()
  if (least / CLOCK < HARMLESS) return least / CLOCK
  const inParts = Math.max(CLOCK, Math.min(...Array.from({ length: RUNS }, readParts)))
  for (let run = 1; run < RUNS && least / inParts >= HARMLESS; run += 1) {
    least = Math.min(least, readLong())
  }
  return least / inParts
}
