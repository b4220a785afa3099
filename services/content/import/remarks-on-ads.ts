import type { Static } from 'typebox'
import type { AdsDocument } from '../ads/ads-document.ts'
import { type AdDrop, NEW_PATH_AD, parseAds, parseNewPathAd } from '../ads/parse-ads.ts'
import { escapePointer } from '../editing/reasons-about-characters.ts'
import type { ContentProblem } from './content-problem.ts'
import type { ContentFile } from './read-content.ts'

/**
 * What is not shown of the ad data, and on which line it stands. It is no reason to refuse the
 * file, which others wrote.
 */
export function remarksOnAds({
  value: { sapeData },
  locate,
}: ContentFile<Static<typeof AdsDocument>>): ContentProblem[] {
  const remark = (field: string, { reason, detail }: AdDrop) =>
    locate([{ field, message: `is not shown in full: ${reason} ${detail}`.trim() }])

  const ofPaths = Object.entries(sapeData.sapeLinks).flatMap(([path, strings]) =>
    parseAds(path, strings).drops.flatMap((drop) =>
      remark(`/sapeData/sapeLinks/${escapePointer(path)}/${drop.entry}`, drop),
    ),
  )
  const { drops } = parseNewPathAd(sapeData.sapeNewUrl ?? '')
  return [...ofPaths, ...drops.flatMap((drop) => remark(`/sapeData/${NEW_PATH_AD}`, drop))]
}
