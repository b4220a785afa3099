import type { Guide } from '#shared/contracts/guide.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import { saveSetting } from '../database/settings.ts'
import { sortedJson } from '../database/sorted-json.ts'
import { loadGuidePlaces } from '../library/guide-places.ts'
import { findGuides, GUIDES_SETTING } from '../library/guides.ts'

/** Brings the guides in line with their file. */
export async function importGuides(edit: Edit, guides: readonly Guide[]): Promise<void> {
  const before = await findGuides(edit.tx)
  if (sortedJson(before) === sortedJson(guides)) return
  const placesBefore = await loadGuidePlaces(edit.tx)
  await saveSetting(edit.tx, GUIDES_SETTING, { guides })
  const placesAfter = await loadGuidePlaces(edit.tx)
  const moved = [...new Set([...placesBefore.keys(), ...placesAfter.keys()])].filter(
    (id) => sortedJson(placesBefore.get(id) ?? null) !== sortedJson(placesAfter.get(id) ?? null),
  )
  edit.touch(tags.guides, ...moved.map(tags.guidePlaces))
}
