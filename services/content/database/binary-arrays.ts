/** The numbers of Postgres' types. */
const INTEGER = 23
const TEXT = 25

/** A list of integers in the binary form of Postgres, which is not written or read as digits. */
export function integerArray(values: Int32Array): Uint8Array {
  const { array, view, at } = begin(INTEGER, values.length, values.length * 8)
  for (let index = 0; index < values.length; index++) {
    view.setInt32(at + index * 8, 4)
    view.setInt32(at + index * 8 + 4, values[index] ?? 0)
  }
  return array
}

/**
 * A list of texts in the binary form of Postgres, so that none has a parameter of its own.
 *
 * @param texts in UTF-8
 */
export function textArray(texts: readonly Uint8Array[]): Uint8Array {
  const bytes = texts.reduce((sum, text) => sum + 4 + text.length, 0)
  const { array, view, at: first } = begin(TEXT, texts.length, bytes)
  let at = first
  for (const text of texts) {
    view.setInt32(at, text.length)
    array.set(text, at + 4)
    at += 4 + text.length
  }
  return array
}

/** An array with its head; the parts are to be written from `at` on, each behind its length. */
function begin(type: number, length: number, bytes: number) {
  const head = length === 0 ? [0, 0, type] : [1, 0, type, length, FIRST_INDEX]
  const at = head.length * 4
  const array = new Uint8Array(at + bytes)
  const view = new DataView(array.buffer)
  head.forEach((value, index) => {
    view.setInt32(index * 4, value)
  })
  return { array, view, at }
}

const FIRST_INDEX = 1
