import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { etagOf, type StoredBody } from './stored-entry.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Within a few percent of the best, at a tenth of its time. */
const BROTLI_QUALITY = 6
const GZIP_LEVEL = 7

/** Compresses once, so that no request has to. The same text gives the same bytes. */
export async function encodeBody(text: string, contentType: string): Promise<StoredBody> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    deflate(identity, { level: GZIP_LEVEL }),
  ])
  return { contentType, etag: etagOf(identity), bytes: { br, gzip: gzipped, identity } }
}
