import { type Static, Type } from 'typebox'
import { PageModels } from './page-model.ts'

/** What can be seen of a text before it is published. */
export const PREVIEW_FORMS = ['page', 'card', 'result', 'picture', 'markdown'] as const
export type PreviewForm = (typeof PREVIEW_FORMS)[number]

/** `page` unless it is said. A card stands in its list, a result on the page of a search for it. */
export const PreviewQuery = Type.Object({
  form: Type.Optional(Type.Enum([...PREVIEW_FORMS])),
})

/** The model of one page, with the text in place of what is stored. */
export const PreviewModel = Type.Object({
  ...PageModels.properties,
  /** Fields of the text that are wrong and therefore not shown. */
  leftOut: Type.Array(Type.String()),
})
export type PreviewModel = Static<typeof PreviewModel>
export type PreviewQuery = Static<typeof PreviewQuery>
