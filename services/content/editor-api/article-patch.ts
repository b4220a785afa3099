import { Type } from 'typebox'
import { Slug } from '#shared/contracts/primitives.ts'
import { ArticleDraft } from '../drafts/article-draft.ts'
import { ChangeNote } from '../drafts/change-note.ts'
import { TextEdits } from './edit-text.ts'

/** What `PATCH` takes of an article: the fields that change. What is null is taken out. */
export const ArticlePatch = Type.Object(
  {
    ...Type.Partial(ArticleDraft).properties,
    slug: Type.Optional(Slug),
    withdrawn: Type.Optional(Type.Literal(false)),
    edits: Type.Optional(TextEdits),
    ...ChangeNote.properties,
  },
  { additionalProperties: false },
)
