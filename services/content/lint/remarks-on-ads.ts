import { type AdsDocument, groupAds } from '../ads/ads-document.ts'
import {
  type AdDrop,
  type AdParser,
  NEW_PATH_AD,
  parseAds,
  parseNewPathAd,
} from '../ads/parse-ads.ts'
import { escapePointer } from '../drafts/reasons-about-characters.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentFile } from '../folder/read-yaml.ts'

/**
 * Which ads are not shown, and in which line they are. No reason to refuse the file, whose author
 * is the ad system.
 */
export function remarksOnAds(
  { value: { sapeData }, locate }: ContentFile<AdsDocument>,
  parse?: AdParser,
): ContentProblem[] {
  const remark = (field: string, { reason, detail }: AdDrop) =>
    locate([{ field, code: 'W-AD', message: `is not shown in full: ${reason} ${detail}`.trim() }])

  const ofPaths = [...groupAds(sapeData.sapeLinks)].flatMap(([path, group]) => {
    const strings = group.map(({ html }) => html)
    return parseAds(path, strings, parse).drops.flatMap((drop) => {
      const { key = path, index = 0 } = group[drop.entry] ?? {}
      return remark(`/sapeData/sapeLinks/${escapePointer(key)}/${index}`, drop)
    })
  })
  const { drops } = parseNewPathAd(sapeData.sapeNewUrl ?? '', parse)
  return [...ofPaths, ...drops.flatMap((drop) => remark(`/sapeData/${NEW_PATH_AD}`, drop))]
}
