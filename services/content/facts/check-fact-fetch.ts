import { isIP } from 'node:net'
import type { Locale } from '#shared/contracts/primitives.ts'
import { isPublicAddress } from '#shared/network/public-address.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { isPointer, type WrittenFact } from './fact-file.ts'
import { readFigure } from './printed-figure.ts'

/** What is wrong with where the values of a fact come from, beyond its shape. */
export function* reasonsAgainstFetch(
  { fetch, values }: WrittenFact,
  index: number,
  locale: Locale,
): Generator<CodedReason> {
  if (!fetch) return
  const wrong = (name: string, message: string): CodedReason => {
    return { field: `/${index}/fetch/${name}`, code: 'E-FACT', message }
  }
  const address = reasonAgainstAddress(fetch.url)
  if (address !== undefined) yield wrong('url', address)
  if (isPointer(fetch.value) !== isPointer(fetch.on)) {
    yield wrong(
      'on',
      'is of another kind than value: of JSON both are pointers, which begin with "/", and of a CSV both are names of columns',
    )
  }
  const [least, most] = fetch.between
  if (least >= most) {
    yield wrong('between', 'must have the smaller number first, such as [0, 20]')
    return
  }
  const is = values.at(-1)?.is ?? ''
  const last = readFigure(is, locale)
  if (!last) {
    yield wrong(
      'value',
      `is to be printed as the last value is, and ${is} is not exactly one number: write that as one, or take fetch out`,
    )
  } else if (last.figure < least || last.figure > most) {
    yield wrong(
      'between',
      `leaves out the last value, ${is}: write the smallest and the largest plausible number, in the unit that is printed`,
    )
  }
}

function reasonAgainstAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return 'must begin with https:// and the name of a host'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOutside = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
  return isOutside ? undefined : 'must be the address of a host on the internet'
}
