import { type Static, Type } from 'typebox'
import { Locale, PagePath, Prose, Slug, Verbatim } from './primitives.ts'

/** How many articles each block shows: the specification's 4, 12, 4, 4 and 2. */
export const SiteConstants = Type.Object({
  topNotch: Type.Integer({ minimum: 1, maximum: 50 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
  favorites: Type.Integer({ minimum: 1, maximum: 50 }),
  more: Type.Integer({ minimum: 1, maximum: 50 }),
  perCategoryOnHome: Type.Integer({ minimum: 1, maximum: 50 }),
})

/** The site in another language. Pages that are not articles have the same paths there. */
export const SisterSite = Type.Object({
  locale: Locale,
  /** The language's name in the language itself. */
  languageName: Verbatim({ minLength: 1 }),
  /** Its public address, without a slash at its end. */
  address: Type.String({ pattern: '^https?://[^/]+$' }),
})

export const SiteData = Type.Object({
  title: Prose({ minLength: 1 }),
  /** One line under the title on the home page. */
  tagline: Prose({ minLength: 1 }),
  locale: Locale,
  /** The time zone of its days, by its IANA name; absent for UTC. */
  zone: Type.Optional(Verbatim({ minLength: 1 })),
  /** What answers for texts that software wrote and that name no person, such as an editorial office. */
  office: Type.Optional(Verbatim({ minLength: 1 })),
  /** A contact that is null is not shown. */
  email: Type.Union([Type.String({ format: 'email' }), Type.Null()]),
  youtube: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
  facebook: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
  instagram: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
  /** Shown at the foot of every page: education, not advice. */
  disclaimer: Prose({ minLength: 1 }),
  /**
   * The same site in other languages, in the order of the locales; absent where it is the only one.
   */
  sisters: Type.Optional(Type.Array(SisterSite)),
})

/**
 * The menu, three levels deep: `key` is the address, a leaf has no `children`. A subcategory is a
 * leaf unless its articles name topics.
 */
export const MenuLeaf = Type.Object({ label: Prose(), key: PagePath })
export const MenuBranch = Type.Object({
  ...MenuLeaf.properties,
  children: Type.Optional(Type.Array(MenuLeaf)),
})
export const MenuItem = Type.Object({
  ...MenuLeaf.properties,
  children: Type.Optional(Type.Array(MenuBranch)),
})

/** Complete URLs, compared exactly. */
export const ThirdPartyScripts = Type.Array(
  Type.String({ pattern: '^https://[^/?#@\\\\\\s]+/[^#\\s]*$', maxLength: 500 }),
  { maxItems: 20, uniqueItems: true },
)

/** The data of header and footer, the same on every page of a revision. */
export const Shell = Type.Object({
  site: SiteData,
  menu: Type.Array(MenuItem),
  /** The page of all terms; absent where no category is a dictionary. */
  glossary: Type.Optional(Type.Object({ title: Prose(), path: PagePath })),
  /** The page of facts has some, so header and footer link to it. */
  hasFacts: Type.Optional(Type.Literal(true)),
  /** The same of the page of tools. */
  hasTools: Type.Optional(Type.Literal(true)),
  /** For the copyright line; set on the server so that every reader sees the same. */
  year: Type.Integer(),
  /** URLs of scripts that this site proxies under its own address; absent where there are none. */
  thirdPartyScripts: Type.Optional(ThirdPartyScripts),
})

export const SubcategoryNode = Type.Object({
  title: Prose({ minLength: 1 }),
  description: Prose(),
  slug: Slug,
  /** The tree is two levels deep: literally null, not absent and not an empty list. */
  children: Type.Null(),
})

export const CategoryNode = Type.Object({
  title: Prose({ minLength: 1 }),
  description: Prose(),
  slug: Slug,
  children: Type.Array(SubcategoryNode),
})

export type SiteConstants = Static<typeof SiteConstants>
export type SisterSite = Static<typeof SisterSite>
export type SiteData = Static<typeof SiteData>
export type MenuLeaf = Static<typeof MenuLeaf>
export type MenuItem = Static<typeof MenuItem>
export type Shell = Static<typeof Shell>
export type SubcategoryNode = Static<typeof SubcategoryNode>
export type CategoryNode = Static<typeof CategoryNode>
