/**
 * Loaded before a process of the site: shifts the clock of its code, which only uses `Date`, by
 * `CLOCK_SHIFT_MS`. Times of files and the clocks of Postgres and Redis stay right, as when the clock
 * of one machine of several is wrong.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const RightDate = Date

class ShiftedDate extends RightDate {
  constructor(...given: unknown[]) {
    // The real constructor takes many forms of arguments, which its type lists one by one.
    super(...((given.length > 0 ? given : [ShiftedDate.now()]) as [number]))
  }
  static override now(): number {
    return RightDate.now() + shiftMs
  }
}

globalThis.Date = new Proxy(ShiftedDate, {
  // Called without `new`, it returns a string.
  apply: () => new ShiftedDate().toString(),
}) as DateConstructor
