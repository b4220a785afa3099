import { FIELD_NAMES, type Fields, isEmptyField } from './compare-fields.ts'
import { compareTexts, type TextDiff } from './compare-texts.ts'
import type { WholeEdition } from './history.ts'

interface FieldChange {
  field: string
  /** Absent where there was, or is, nothing. */
  was?: unknown
  is?: unknown
}

/** What differs between two editions. Figures stand apart, because they are what readers count on. */
export interface EditionDiff extends TextDiff {
  fields: FieldChange[]
}

export function compareEditions(
  {
    slug: formerSlug,
    draft: { body: formerBody, ...former },
  }: Pick<WholeEdition, 'slug' | 'draft'>,
  { slug, draft: { body, ...current } }: Pick<WholeEdition, 'slug' | 'draft'>,
): EditionDiff {
  const fields = FIELD_NAMES.flatMap((field) => changeOf(field, former, current))
  const renamed = formerSlug === slug ? [] : [{ field: 'slug', was: formerSlug, is: slug }]
  return {
    fields: [...renamed, ...fields],
    ...compareTexts(formerBody, body),
  }
}

function changeOf(field: string, former: Fields, current: Fields): FieldChange[] {
  const [was, is] = [former[field], current[field]]
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (isEmptyField(was) && isEmptyField(is)) return []
  return [{ field, ...(!isEmptyField(was) && { was }), ...(!isEmptyField(is) && { is }) }]
}
