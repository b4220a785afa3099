import { Type } from 'typebox'
import { Slug } from '#shared/contracts/primitives.ts'
import { SiteConstants, SiteData, ThirdPartyScripts } from '#shared/contracts/site.ts'
import { bySingleKind } from '../addresses/single-pages.ts'

/** The shapes of the files in `content/` that are not articles. */

const closed = { additionalProperties: false }
const Text = Type.String({ minLength: 1 })

const LocaleNames = Type.Object(
  {
    title: Text,
    tagline: Text,
    disclaimer: Text,
    /** The address of the site in this language, which its sister sites link to. */
    address: Type.Optional(Type.String()),
    /** The time zone of its days: an IANA name. UTC unless given. */
    zone: Type.Optional(Text),
    /** What answers for texts that software wrote and that name no person. */
    office: Type.Optional(Text),
  },
  closed,
)

export const SiteFile = Type.Object(
  {
    /** Folders of earlier versions have one. It has no effect. */
    key: Type.Optional(Slug),
    constants: Type.Object(SiteConstants.properties, closed),
    contacts: Type.Object(
      Type.Pick(SiteData, ['email', 'youtube', 'facebook', 'instagram']).properties,
      closed,
    ),
    /** Scripts of other sites that this site serves under its own address. */
    thirdPartyScripts: Type.Optional(ThirdPartyScripts),
    locales: Type.Record(Type.String(), LocaleNames),
  },
  closed,
)

/** Without a title, one is made from the slug. */
const Section = { slug: Slug, title: Type.Optional(Text), description: Text }

export const CategoriesFile = Type.Array(
  Type.Object(
    {
      ...Section,
      fallback: Slug,
      /** Its articles explain terms, so readers can look them up by letter. */
      dictionary: Type.Optional(Type.Boolean()),
      children: Type.Array(Type.Object(Section, closed), { minItems: 1, maxItems: 50 }),
    },
    closed,
  ),
  { minItems: 1, maxItems: 50 },
)

/** No user name, no password, and nothing that browsers would parse differently. */
const ProfileAddress = Type.String({
  pattern: '^https://[^/?#@\\\\\\s]+(?:[/?#][^\\s\\\\]*)?$',
  maxLength: 500,
})

/** The number of authors is checked separately. */
export const AuthorsFile = Type.Array(
  Type.Object(
    {
      name: Text,
      slug: Slug,
      description: Text,
      meta_title: Text,
      meta_description: Text,
      /** What the author is, in a few words. */
      role: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
      /** The author's pages on other sites. */
      links: Type.Optional(Type.Array(ProfileAddress, { maxItems: 10, uniqueItems: true })),
      /** The name of a file in `authors/portraits`, and a description of the picture. */
      portrait: Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 200 }),
      ),
      portraitAlt: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    },
    closed,
  ),
)

const PageText = Type.Object({ title: Text, description: Text }, closed)

/** All names are required, because each belongs to a page. */
export const PageSeoFile = Type.Object(
  {
    ...bySingleKind(() => PageText),
    'about-us': PageText,
    'privacy-policy': PageText,
    terms: PageText,
  },
  closed,
)

export const InfoFrontMatter = Type.Object(
  {
    title: Text,
    slug: Slug,
    path: Type.String({ pattern: '^/[a-z0-9/-]+$' }),
    updatedAt: Type.String({ format: 'date-time' }),
    /** The edition that the file takes the place of. */
    edition: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
)
