import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'

/** Files of a build by name, each with its SHA-256; `undefined` where it was not recorded. */
export type AssetList = ReadonlyMap<string, string | undefined>

const Sum = Type.String({ pattern: '^[0-9a-f]{64}$' })
const SumList = Type.Object({
  files: Type.Record(Type.String(), Sum),
  /** The SHA-256 of the JSON of `files`: a damaged list must not make whole files look damaged. */
  sum: Sum,
})
const NameList = Type.Array(Type.String())
type NameList = Static<typeof NameList>

export const sumOf = (bytes: string | Buffer) => hash('sha256', bytes, 'hex')

export function encodeSums(files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const sums = Object.fromEntries(files.map(([name, bytes]) => [name, sumOf(bytes)]))
  return Buffer.from(JSON.stringify({ files: sums, sum: sumOf(JSON.stringify(sums)) }))
}

/** @returns `undefined` when the bytes are not a list, or are damaged */
export function decodeSums(bytes: Buffer | undefined): AssetList | undefined {
  const value = parse(bytes)
  if (!hasShape(SumList, value) || sumOf(JSON.stringify(value.files)) !== value.sum)
    return undefined
  return new Map(Object.entries(value.files))
}

export const encodeNames = (names: NameList) => Buffer.from(JSON.stringify(names))

/** @returns an empty list when the bytes are not a list */
export function decodeNames(bytes: Buffer | undefined): AssetList {
  const value = parse(bytes)
  return new Map(hasShape(NameList, value) ? value.map((name) => [name, undefined]) : [])
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(bytes))
  } catch {
    return undefined
  }
}
