import { rawRequest } from '../../tests/support/hostile/raw-request.ts'

const FORMS = ['identity', 'gzip', 'br'] as const
export type Form = (typeof FORMS)[number]

/** Bytes of bodies as sent to a client that accepts only this encoding. */
export type Sizes = Record<Form, number>

/** @throws {Error} when an address does not answer 200 */
export async function readSizes(base: string, paths: readonly string[]): Promise<Sizes> {
  const sum: Sizes = { identity: 0, gzip: 0, br: 0 }
  for (const path of paths) {
    for (const form of FORMS) {
      const { status, bytes } = await rawRequest(base, path, {
        headers: { 'accept-encoding': form },
      })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      sum[form] += bytes.length
    }
  }
  return sum
}

export function addSizes(all: readonly Sizes[]): Sizes {
  const sum = (form: Form) => all.reduce((total, sizes) => total + sizes[form], 0)
  return { identity: sum('identity'), gzip: sum('gzip'), br: sum('br') }
}
