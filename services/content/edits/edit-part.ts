import { settleAll } from '#shared/settle-all.ts'
import type { Edit } from '../changes/commit-edit.ts'

/** One part of what an edit changes, such as terms or lists. */
export interface EditPart {
  /** Tracks every reading that the part may change. Nothing is written before all parts have. */
  watch?(edit: Edit): Promise<unknown>
  /** Writes; may return a promise. Statements are sent in the order of the parts. */
  write?(edit: Edit): unknown
  /** Touches the tags of differences that no tracked reading finds, and announces pages. */
  touch?(edit: Edit): void
}

/** Says what a change does to one part. It is pure: the phases of the part read and write. */
export type PlanPart<Change> = (change: Change) => EditPart

export async function runParts(edit: Edit, parts: readonly EditPart[]): Promise<void> {
  await watchParts(edit, parts)
  await settleAll(parts.map(async (part) => part.write?.(edit)))
  for (const part of parts) part.touch?.(edit)
}

export const watchParts = (edit: Edit, parts: readonly EditPart[]) =>
  settleAll(parts.map((part) => part.watch?.(edit)))
