/** What S3 allows, without the dots that break certificates. */
const LONGEST = 63
const SITE_KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export type SiteVariant = 'dev' | 'prod'

/**
 * The bucket of a site: `{key}-dev` or `{key}-prod`.
 *
 * @throws {Error} when the key gives no name that is safe in DNS, saying what would
 */
export function bucketName(siteKey: string, variant: SiteVariant): string {
  const name = `${siteKey}-${variant}`
  const longest = LONGEST - '-prod'.length
  if (!SITE_KEY.test(siteKey) || siteKey.length > longest) {
    throw new Error(
      `The site key ${JSON.stringify(siteKey)} cannot be part of a bucket name: write at most ${longest} lower-case letters and digits, in words joined by single hyphens, such as finlore`,
    )
  }
  return name
}
