/**
 * Requests whose end two servers may see in different places. What one takes for a body, the other may
 * take for the next request, which then is answered to somebody else.
 *
 * @param poison what must never be answered: a whole request
 * @returns bytes by what is wrong with them
 */
export function desyncVectors(poison: string): ReadonlyMap<string, string> {
  const size = poison.length
  const chunked = `${size.toString(16)}\r\n${poison}\r\n0\r\n\r\n`
  const get = (fields: string[], body: string) =>
    ['GET /first HTTP/1.1', 'Host: a', ...fields, '', body].join('\r\n')
  const length = `Content-Length: ${size}`
  const parts = 'Transfer-Encoding: chunked'

  return new Map([
    ['a length', get([length], poison)],
    ['parts', get([parts], chunked)],
    ['a length and parts', get([length, parts], chunked)],
    ['parts and a length', get([parts, length], chunked)],
    ['two lengths', get([length, 'Content-Length: 0'], poison)],
    ['two lengths, the other way round', get(['Content-Length: 0', length], poison)],
    ['the same length twice', get([length, length], poison)],
    ['a list of lengths', get([`Content-Length: ${size}, ${size}`], poison)],
    ['a length with a sign', get([`Content-Length: +${size}`], poison)],
    ['a negative length', get(['Content-Length: -1'], poison)],
    ['a length in base 16', get([`Content-Length: 0x${size.toString(16)}`], poison)],
    ['a length with a blank within', get([`Content-Length: ${size} 0`], poison)],
    ['a length of too many digits', get([`Content-Length: ${'9'.repeat(30)}`], poison)],
    ['a blank before the colon of a length', get([`Content-Length : ${size}`], poison)],
    ['parts of another kind', get(['Transfer-Encoding: xchunked'], chunked)],
    ['parts that are not last', get(['Transfer-Encoding: chunked, identity'], chunked)],
    ['parts twice', get([parts, 'Transfer-Encoding: identity'], chunked)],
    ['parts in capitals', get(['transfer-encoding: CHUNKED'], chunked)],
    ['parts after a tab', get(['Transfer-Encoding:\tchunked'], chunked)],
    ['parts after a control character', get(['Transfer-Encoding: \x0bchunked'], chunked)],
    ['parts in quotes', get(['Transfer-Encoding: "chunked"'], chunked)],
    ['a blank before the colon of parts', get(['Transfer-Encoding : chunked'], chunked)],
    ['parts on a second line', get(['Transfer-Encoding:', ' chunked'], chunked)],
    ['a first field that begins with a blank', get([` ${length}`], poison)],
    ['lines that end with LF', get([length], poison).replaceAll('\r\n', '\n')],
    ['a CR within a field', get([`X: a\r${parts}`, length], poison)],
    ['a zero within a field', get([`X: a\0${parts}`, length], poison)],
    ['parts with an extension', get([parts], chunked.replace('\r\n', ';a=b\r\n'))],
    ['a part whose size has a prefix', get([parts], `0x${chunked}`)],
    ['a part whose size is negative', get([parts], `-${chunked}`)],
    ['a part of too many digits', get([parts], `${'f'.repeat(20)}${chunked}`)],
    ['a part that is longer than it says', get([parts], `1\r\n${poison}\r\n0\r\n\r\n`)],
    ['parts whose lines end with LF', get([parts], chunked.replace('\r\n', '\n'))],
    ['fields after the parts', get([parts, 'Trailer: X'], `0\r\nX: ${poison}`)],
    ['parts in HTTP/1.0', get([parts], chunked).replace('HTTP/1.1', 'HTTP/1.0')],
    ['no version', `GET /first\r\n${poison}`],
    ['two hosts', get(['Host: b', length], poison)],
    ['a wait for leave', get(['Expect: 100-continue', length], poison)],
    ['an upgrade', get(['Connection: Upgrade', 'Upgrade: h2c', length], poison)],
    ['a connection that hides the length', get(['Connection: Content-Length', length], poison)],
  ])
}
