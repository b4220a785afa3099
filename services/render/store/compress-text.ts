import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { CompressOptions, StoredBody } from './stored-entry.ts'

/**
 * Compressing takes as long as rendering, and is done for pages that are read, and for those that are
 * edited. For HTML and page data of an article (27 and 12 KB), the mean of the site's own articles:
 *
 *     brotli 2   0.37 ms  13.2 KB      gzip 1   0.41 ms  13.5 KB
 *     brotli 3   0.43 ms  13.0 KB      gzip 2   0.43 ms  13.2 KB
 *     brotli 4   0.71 ms  12.5 KB      gzip 4   0.52 ms  12.7 KB
 *     brotli 5   0.91 ms  11.7 KB      gzip 6   0.65 ms  12.5 KB
 *
 * One kilobyte less per article is not worth twice the time, so both levels are low: brotli where
 * its curve first bends, gzip just behind it, for the few clients that cannot read brotli.
 */
const BROTLI_QUALITY = 3
const GZIP_LEVEL = 2

/** Blocks the thread for up to a millisecond. The same text gives the same bytes. */
export function compressText(
  identity: Buffer,
  { brotli = true, gzip = true }: CompressOptions = {},
): StoredBody['bytes'] {
  return {
    ...(brotli && { br: compressWithBrotli(identity) }),
    ...(gzip && { gzip: compressWithGzip(identity) }),
    identity,
  }
}

export const compressWithGzip = (identity: Buffer): Buffer =>
  gzipSync(identity, { level: GZIP_LEVEL })

export const compressWithBrotli = (identity: Buffer): Buffer =>
  brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(identity.length),
    },
  })

/** Bytes of its window that brotli cannot use. */
const WINDOW_GAP = 16
/** Smaller windows are slower: a page of 25 KB takes 0.40 ms with 32 KB and 0.35 ms with 64 KB. */
const MIN_WINDOW_BITS = 16

/**
 * The smallest window that holds the whole text. The default of 4 MB would find nothing more in a
 * page, but its memory is allocated and freed each time.
 */
function windowBits(length: number): number {
  const bits = Math.ceil(Math.log2(length + WINDOW_GAP))
  return Math.min(Math.max(bits, MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
}
