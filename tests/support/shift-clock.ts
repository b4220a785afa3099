/**
 * Loaded before a process of the site, with `CLOCK_SHIFT_MS`: its clock is wrong by so much. All its
 * code asks `Date` what time it is; what the system stamps on files, and the clocks of Postgres and
 * Redis, stay right, as they do where one machine of several is wrong.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const RightDate = Date

class ShiftedDate extends RightDate {
  constructor(...given: unknown[]) {
    // The real one takes anything, and its type says so in many ways.
    super(...((given.length > 0 ? given : [ShiftedDate.now()]) as [number]))
  }
  static override now(): number {
    return RightDate.now() + shiftMs
  }
}

globalThis.Date = new Proxy(ShiftedDate, {
  // Without `new` it gives a text.
  apply: () => new ShiftedDate().toString(),
}) as DateConstructor
