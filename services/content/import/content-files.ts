import { Type } from 'typebox'
import { Slug } from '#shared/contracts/primitives.ts'
import { SiteConstants, ThirdPartyScripts } from '#shared/contracts/site.ts'

/** The shapes of the files in `content/` that are not articles. */

const closed = { additionalProperties: false }
const Text = Type.String({ minLength: 1 })
const Contact = Type.Union([Type.Null(), Type.String({ format: 'uri' })])

const LocaleNames = Type.Object(
  {
    title: Text,
    tagline: Text,
    disclaimer: Text,
    /** Where this language's site is; the sites of other languages lead there. */
    address: Type.Optional(Type.String()),
  },
  closed,
)

export const SiteFile = Type.Object(
  {
    key: Slug,
    constants: Type.Object(SiteConstants.properties, closed),
    contacts: Type.Object(
      {
        email: Type.Union([Type.Null(), Type.String({ format: 'email' })]),
        youtube: Contact,
        facebook: Contact,
        instagram: Contact,
      },
      closed,
    ),
    /** Scripts of other sites that this one passes on under its own address. */
    thirdPartyScripts: Type.Optional(ThirdPartyScripts),
    locales: Type.Record(Type.String(), LocaleNames),
  },
  closed,
)

/** The title may be left out of a file: then the slug makes it. */
const SubcategoryEntry = Type.Object({ slug: Slug, title: Text, description: Text }, closed)

export const CategoriesFile = Type.Array(
  Type.Object(
    {
      slug: Slug,
      title: Text,
      description: Text,
      fallback: Slug,
      /** Its articles explain words: readers can look them up by letter. */
      dictionary: Type.Optional(Type.Boolean()),
      children: Type.Array(SubcategoryEntry, { minItems: 1, maxItems: 50 }),
    },
    closed,
  ),
  { minItems: 1, maxItems: 50 },
)

/** Without a name, a password or anything that a browser would read otherwise. */
const ProfileAddress = Type.String({
  pattern: '^https://[^/?#@\\\\\\s]+(?:[/?#][^\\s\\\\]*)?$',
  maxLength: 500,
})

/** How many there may be is a rule of its own. */
export const AuthorsFile = Type.Array(
  Type.Object(
    {
      ...{ name: Text, slug: Slug, description: Text, meta_title: Text, meta_description: Text },
      /** What he is, in a few words. */
      role: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
      /** His pages on other sites. */
      links: Type.Optional(Type.Array(ProfileAddress, { maxItems: 10, uniqueItems: true })),
      /** The name of a file in `authors/portraits`, and what it shows, in words. */
      portrait: Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 200 }),
      ),
      portraitAlt: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    },
    closed,
  ),
)

const PageText = Type.Object({ title: Text, description: Text }, closed)

/** One missing name would be a page without title and description: all of them are required. */
export const PageSeoFile = Type.Object(
  {
    home: PageText,
    authors: PageText,
    'about-us': PageText,
    'privacy-policy': PageText,
    terms: PageText,
    sitemap: PageText,
    'not-found': PageText,
    search: PageText,
  },
  closed,
)

export const InfoFrontMatter = Type.Object(
  {
    title: Text,
    slug: Slug,
    path: Type.String({ pattern: '^/[a-z0-9/-]+$' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  closed,
)
