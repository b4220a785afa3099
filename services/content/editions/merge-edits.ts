import { diff3Merge } from 'node-diff3'
import { DRAFT_FIELDS } from '../drafts/draft-fields.ts'
import type { Vocabulary } from '../drafts/vocabulary.ts'
import {
  FIELD_NAMES,
  type FieldName,
  type Fields,
  fieldsAgree,
  isEmptyField,
} from './compare-fields.ts'
import { mergeTexts } from './merge-texts.ts'
import { shownEdit } from './shown-edit.ts'

/** An article as somebody has it. */
export interface Side {
  slug: string
  fields: Fields
  body: string
}

export interface MergeConflict {
  /** As a JSON pointer. */
  field: string
  /** Lines of the body above it. */
  line?: number
  /** What the other side has there. */
  edited: string
}

export interface Merge {
  /** What the file is to say otherwise; an absent field is to be taken out of it. */
  changes: ReadonlyMap<FieldName | 'slug', unknown>
  body: string
  conflicts: readonly MergeConflict[]
}

interface ToMerge {
  /** The file as it is. */
  file: Side
  /** What the file said when it was imported last. */
  agreed: Side
  /** The edition that is stored. */
  stored: Side
}

/**
 * Puts the edits of an article that were made elsewhere into its file: field by field, lists element by
 * element, the text paragraph by paragraph. What both have changed in the same place is a conflict, where
 * the changes and the body leave what the file has.
 */
export function mergeEdits({ file, agreed, stored }: ToMerge, vocabulary: Vocabulary): Merge {
  const changes = new Map<FieldName | 'slug', unknown>()
  const conflicts: MergeConflict[] = []
  for (const field of FIELD_NAMES) {
    const agree = (a: unknown, b: unknown) => fieldsAgree(field, a, b, vocabulary)
    const [ours, edited, was] = [file.fields[field], stored.fields[field], agreed.fields[field]]
    if (field === 'updatedAt' && ours === undefined) continue
    if (agree(ours, edited)) continue
    const isLeftOut = ours === undefined && isDerived(field)
    // An article keeps its date, also where no file has ever named it.
    if (isLeftOut && field === 'publishedAt' && was === undefined) continue
    const isOurs = !isLeftOut && !agree(ours, was)
    const isEdited = !agree(edited, was)
    if (!isOurs) {
      // Without the field, what was derived of the text is derived again.
      if (isEdited || !isLeftOut) changes.set(field, edited)
      continue
    }
    if (!isEdited) continue
    const merged = mergeField(field, { ours, was, edited })
    if (merged === undefined) {
      const says = field === 'author' ? nameOf(edited, vocabulary) : edited
      conflicts.push({ field: `/${field}`, edited: shown(says, was) })
    } else changes.set(field, merged.value)
  }
  if (file.slug !== stored.slug && stored.slug !== agreed.slug) {
    if (file.slug === agreed.slug) changes.set('slug', stored.slug)
    else conflicts.push({ field: '/slug', edited: shown(stored.slug, agreed.slug) })
  }
  const text = mergeTexts(file.body, agreed.body, stored.body)
  for (const { line, edited, base } of text.conflicts)
    conflicts.push({ field: '/body', line, edited: shownEdit(edited, base) })
  return { changes, body: text.text, conflicts }
}

/** Whether a field that is not written gets its value from elsewhere. */
const isDerived = (field: FieldName) => ['derived', 'kept'].includes(String(DRAFT_FIELDS[field]))

/** @returns `undefined` if it cannot be merged */
function mergeField(
  field: FieldName,
  { ours, was, edited }: { ours: unknown; was: unknown; edited: unknown },
): { value: unknown } | undefined {
  if (field === 'updatedAt') return { value: String(ours) > String(edited) ? ours : edited }
  if (!Array.isArray(ours) || !Array.isArray(edited)) return undefined
  const [a, o, b] = [ours, Array.isArray(was) ? was : [], edited].map((list: unknown[]) =>
    list.map((element) => JSON.stringify(element)),
  )
  const regions = diff3Merge(a ?? [], o ?? [], b ?? [], { excludeFalseConflicts: true })
  if (regions.some(({ conflict }) => conflict)) return undefined
  return { value: regions.flatMap(({ ok = [] }) => ok.map((element) => JSON.parse(element))) }
}

/** Files have names of authors, editions their slugs. */
const nameOf = (author: unknown, { authors }: Vocabulary): unknown =>
  [...authors].find(([, slug]) => slug === author)?.[0] ?? author

const shown = (edited: unknown, was: unknown): string =>
  isEmptyField(edited) ? 'nothing' : shownEdit(inWords(edited), inWords(was))

const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
