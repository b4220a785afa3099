import { type Static, type TStringOptions, Type } from 'typebox'

/** Lower-case words joined by single hyphens, as in addresses. */
export const Slug = Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 120 })

/**
 * An instant, always ISO 8601. It is in UTC, except on pages: there it has the offset of the site's
 * time zone, so that its first ten characters are the day that readers see. `Date` never crosses a
 * boundary.
 */
export const Instant = Type.String({ format: 'date-time' })

/**
 * An address on the web, as a pattern. URL parsers take hosts with quotation marks and brackets,
 * such as `a.example"`, that no name on the internet has.
 */
export const WEB_ADDRESS = '^https?://[^\\s"\'`()<>{}|\\\\^@/?#%]+(?:[/?#]\\S*)?$'

/**
 * A page address as readers see it: leading slash, no trailing slash. Only links to topics have a
 * query; the path under which a topic's page is requested and stored has none: see
 * `topic-address.ts`.
 */
export const PagePath = Type.String({ pattern: '^/', maxLength: 400 })

/** Text for readers. Content sets its quotes, dashes and spaces as the language of the site wants them. */
export const Prose = (limits: TStringOptions = {}) => Type.String({ ...limits, prose: true })

/** Text that content sends as it is: names, HTML that is set already, and what editors wrote. */
export const Verbatim = (limits: TStringOptions = {}) => Type.String({ ...limits, prose: false })

/**
 * Position in the history of the content: every committed edit gets the next one.
 * A page model, a change and a stored page all name the revision they belong to.
 */
export const Revision = Type.Integer({ minimum: 0 })

/** What a page model read, and what an edit touched: `article:…`, `list:…`, `shell`; see `tags.ts`. */
export const Tag = Type.String({ minLength: 1, maxLength: 200 })

export const LOCALES = ['en_US', 'ru_RU', 'tr_TR'] as const
export const Locale = Type.Enum([...LOCALES])

/** The earliest publication date of an article. */
export const CONTENT_START = '2024-11-07T00:00:00.000Z'

export type Slug = Static<typeof Slug>
export type Instant = Static<typeof Instant>
export type PagePath = Static<typeof PagePath>
export type Revision = Static<typeof Revision>
export type Tag = Static<typeof Tag>
export type Locale = (typeof LOCALES)[number]
