/**
 * Memory that another thread can use without a copy. Small arrays are cheaper to copy: each shared
 * one is a request to the system, and is only freed by a garbage collection.
 */
const allocate = (bytes: number): ArrayBufferLike =>
  bytes < LARGE_BYTES ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes)

const LARGE_BYTES = 64 * 1024

export const sharedBytes = (length: number) => new Uint8Array(allocate(length))
export const sharedUint32 = (length: number) => new Uint32Array(allocate(4 * length))
export const sharedFloat64 = (length: number) => new Float64Array(allocate(8 * length))

/** A copy of these numbers in such memory. */
export function shareNumbers(numbers: ArrayLike<number>): Uint32Array {
  const shared = sharedUint32(numbers.length)
  shared.set(numbers)
  return shared
}
