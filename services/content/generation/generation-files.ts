import { type Static, Type } from 'typebox'

/** The shapes of `content/generation.yaml` and `content/generation/<locale>.yaml`. */

const closed = { additionalProperties: false }
const Text = Type.String({ minLength: 1, maxLength: 2_000 })
const between = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** How many sites a prompt names; the specification asks for four. */
export const REFERENCE_SITES = 4

export const GenerationFile = Type.Object(
  {
    references: Type.Array(
      Type.Object(
        {
          domain: Type.String({ pattern: '^(?:[a-z0-9-]+\\.)+[a-z0-9-]+$', maxLength: 253 }),
          kind: Type.Enum(['encyclopedia', 'reference', 'social']),
        },
        closed,
      ),
      { minItems: REFERENCE_SITES, maxItems: REFERENCE_SITES },
    ),
    style: Type.Object({ variedSentences: Type.Boolean(), rareTypos: Type.Boolean() }, closed),
    words: Type.Object({ from: between(100, 10_000), to: between(100, 10_000) }, closed),
    sending: Type.Object(
      {
        concurrency: between(1, 16),
        perMinute: between(1, 1_000),
        attempts: between(1, 10),
        timeoutSeconds: between(1, 1_800),
        stream: Type.Boolean(),
      },
      closed,
    ),
  },
  closed,
)

export const LanguageFile = Type.Object(
  {
    languageName: Text,
    responseLanguage: Text,
    sectionStyle: Text,
    forbiddenSuffixes: Type.Object(
      {
        /** With `{suffixes}` where they go. */
        instruction: Type.String({ pattern: '\\{suffixes\\}', maxLength: 2_000 }),
        list: Type.Array(Type.String({ pattern: '^-?\\p{L}+$', maxLength: 30 }), { maxItems: 100 }),
      },
      closed,
    ),
  },
  closed,
)

export type GenerationFile = Static<typeof GenerationFile>
export type LanguageFile = Static<typeof LanguageFile>
