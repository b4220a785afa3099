/** A growing list of bytes; its memory doubles when it is full. */
export interface ByteList {
  readonly length: number
  /** What was written so far: a view, outdated when later writing needs more memory. */
  readonly bytes: Uint8Array
  /** A whole number from 0 to 2^31 - 1: seven bits per byte, the lowest first. */
  pushNumber(value: number): void
  /** A range of other bytes. */
  pushBytes(from: Uint8Array, start: number, end: number): void
}

export function createByteList(): ByteList {
  let memory = new Uint8Array(1024)
  let length = 0

  function makeRoom(bytes: number): void {
    if (length + bytes <= memory.length) return
    const larger = new Uint8Array(Math.max(memory.length * 2, length + bytes))
    larger.set(memory)
    memory = larger
  }

  return {
    get length() {
      return length
    },
    get bytes() {
      return memory.subarray(0, length)
    },
    pushNumber(value) {
      makeRoom(5)
      length = writeNumber(memory, length, value)
    },
    pushBytes(from, start, end) {
      makeRoom(end - start)
      for (let at = start; at < end; at++) memory[length++] = from[at] ?? 0
    },
  }
}

/** @returns the position for the next number */
export function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let end = at
  while (rest > 127) {
    bytes[end++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[end++] = rest
  return end
}

/** The number of bytes that `writeNumber` writes. */
export const sizeOfNumber = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5
