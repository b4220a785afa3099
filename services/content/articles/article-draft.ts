import { type Static, Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { Provenance } from '#shared/contracts/page.ts'
import { Slug } from '#shared/contracts/primitives.ts'

/** Terms that an article explains. */
export const MAX_TERMS = 20
/** Categories of an article, and subcategories in each of them. */
export const MAX_PLACES = 20

/** An entity as the specification writes it. */
export const Entity = Type.Object(
  {
    category: Slug,
    subcategories: Type.Optional(
      Type.Array(
        Type.Object(
          {
            subcategory: Slug,
            subsubcategories: Type.Optional(
              Type.Array(Type.String({ minLength: 1, maxLength: 120 }), { maxItems: 20 }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_PLACES },
      ),
    ),
  },
  { additionalProperties: false },
)

/** A term that the article explains: other articles lead from its first mention to this one. */
export const TermDraft = Type.Object(
  {
    term: Type.String({ minLength: 1, maxLength: 80 }),
    /** Other written forms: plurals, cases, abbreviations. */
    also: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 40 })),
    /** In one line. Without one the word means something else here, and is not linked. */
    definition: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)

/** A day or an instant with its zone; turned into an instant in UTC. */
const Moment = Type.String({
  pattern:
    '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
})

/** Of a person. */
const Name = Type.String({ minLength: 1, maxLength: 120 })

/** The text of an article, as Markdown. */
const Body = Type.String({ minLength: 1, maxLength: 500_000 })
export const isBody = (value: unknown): value is string => hasShape(Body, value)

/** What an editor sends, or writes as front matter and text. */
export const ArticleDraft = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    /** By name; without one, somebody of the roster is picked. */
    author: Type.Optional(Type.String({ minLength: 1 })),
    body: Body,
    entities: Type.Array(Entity, { minItems: 1, maxItems: MAX_PLACES }),
    publishedAt: Type.Optional(Moment),
    updatedAt: Type.Optional(Moment),
    takeaways: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 }),
    ),
    sources: Type.Optional(
      Type.Array(
        Type.Object(
          {
            title: Type.String({ minLength: 1, maxLength: 300 }),
            url: Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50 },
      ),
    ),
    terms: Type.Optional(Type.Array(TermDraft, { maxItems: MAX_TERMS })),
    provenance: Type.Optional(Provenance),
    /** Who answers for the text. */
    answeredBy: Type.Optional(Name),
    /** Who reviewed the text, and when. */
    reviewedBy: Type.Optional(Name),
    reviewedAt: Type.Optional(Moment),
    /** The same for articles on the same subject on the sites of several languages. */
    translationKey: Type.Optional(Type.Union([Slug, Type.Null()])),
    topNotchRank: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 1000 }), Type.Null()]),
    ),
    favorite: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export type Entity = Static<typeof Entity>
export type TermDraft = Static<typeof TermDraft>
export type ArticleDraft = Static<typeof ArticleDraft>
