import { type Static, Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { Provenance } from '#shared/contracts/page.ts'
import { Slug, WEB_ADDRESS } from '#shared/contracts/primitives.ts'

const closed = { additionalProperties: false }

/** The most terms that an article may explain. */
export const MAX_TERMS = 20
/** The most sources of an article. */
export const MAX_SOURCES = 50
/** The most categories of an article, and the most subcategories in each. */
export const MAX_PLACES = 20
/** The most changes that stand under an article, and the most corrections. */
export const MAX_CHANGES = 20

/** An entity in the form of the specification's front matter. */
export const EntityDraft = Type.Object(
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
          closed,
        ),
        { maxItems: MAX_PLACES },
      ),
    ),
  },
  closed,
)

/** A term that the article explains. Other articles link their first mention of it here. */
export const TermDraft = Type.Object(
  {
    term: Type.String({ minLength: 1, maxLength: 80 }),
    /** Other written forms: plurals, cases, abbreviations. */
    also: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 40 })),
    /** One line. Without it, the word means something else in this article and is not linked. */
    definition: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  closed,
)

/** A day, or an instant with a time zone. It is converted to an instant in UTC. */
const DayOrInstant = Type.String({
  pattern:
    '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
})

/** The most characters of what stood there, and of what does now. */
const MAX_CORRECTION = 500

const CorrectionDraft = Type.Object(
  {
    /** The day of the correction. */
    on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    was: Type.String({ minLength: 1, maxLength: MAX_CORRECTION }),
    is: Type.String({ minLength: 1, maxLength: MAX_CORRECTION }),
  },
  closed,
)

/** The most characters of the words for a change. */
export const MAX_NOTE = 500
const ChangeDraft = Type.Object(
  {
    /** The day of the change. */
    on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    text: Type.String({ minLength: 1, maxLength: MAX_NOTE }),
  },
  closed,
)

/** The name of a person. */
const Name = Type.String({ minLength: 1, maxLength: 120 })

/** The path of a page of the site, without query and fragment. */
export const SitePath = Type.String({ pattern: '^/[^\\s?#]*$', maxLength: 400 })

/** The text of an article in Markdown. */
export const MAX_BODY = 500_000
const Body = Type.String({ minLength: 1, maxLength: MAX_BODY })
export const isBody = (value: unknown): value is string => hasShape(Body, value)

/** An article as an editor sends it, or writes it as front matter and text. */
export const ArticleDraft = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    /** An author's name. Without it, an author is picked. */
    author: Type.Optional(Type.String({ minLength: 1 })),
    body: Body,
    entities: Type.Array(EntityDraft, { minItems: 1, maxItems: MAX_PLACES }),
    publishedAt: Type.Optional(DayOrInstant),
    updatedAt: Type.Optional(DayOrInstant),
    /** What the article says, in one to three sentences. */
    answer: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 400 }), Type.Null()])),
    takeaways: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 }),
    ),
    sources: Type.Optional(
      Type.Array(
        Type.Object(
          {
            title: Type.String({ minLength: 1, maxLength: 300 }),
            url: Type.String({ pattern: WEB_ADDRESS, maxLength: 2000 }),
            /** By which the text links to it: `[words](source:key)`. */
            key: Type.Optional(
              Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 60 }),
            ),
          },
          closed,
        ),
        { maxItems: MAX_SOURCES },
      ),
    ),
    terms: Type.Optional(Type.Array(TermDraft, { maxItems: MAX_TERMS })),
    provenance: Type.Optional(Provenance),
    /** The name of the person who is responsible for the text. */
    answeredBy: Type.Optional(Name),
    /** The person who reviewed the text, and when. */
    reviewedBy: Type.Optional(Name),
    reviewedAt: Type.Optional(DayOrInstant),
    /** When somebody last compared the text with its sources. */
    checkedAt: Type.Optional(DayOrInstant),
    /** The year for which its figures are right. */
    validFor: Type.Optional(
      Type.Union([Type.Integer({ minimum: 2024, maximum: 2100 }), Type.Null()]),
    ),
    /** When it is withdrawn on its own; a day ends it with its first instant. */
    expiresAt: Type.Optional(DayOrInstant),
    /** Where readers are led from then on. */
    expiresTo: Type.Optional(Type.Union([SitePath, Type.Null()])),
    /** What was changed, in words for readers, the latest first. */
    changes: Type.Optional(Type.Array(ChangeDraft, { maxItems: MAX_CHANGES })),
    /** Mistakes that readers were shown, the latest first. */
    corrections: Type.Optional(Type.Array(CorrectionDraft, { maxItems: MAX_CHANGES })),
    /** Equal for the translations of one article on the sites of several languages. */
    translationKey: Type.Optional(Type.Union([Slug, Type.Null()])),
    topNotchRank: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 1000 }), Type.Null()]),
    ),
    favorite: Type.Optional(Type.Boolean()),
  },
  closed,
)

export type EntityDraft = Static<typeof EntityDraft>
export type TermDraft = Static<typeof TermDraft>
export type ArticleDraft = Static<typeof ArticleDraft>
