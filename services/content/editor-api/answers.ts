import { Type } from 'typebox'
import { Instant, Revision, Slug, Tag } from '#shared/contracts/primitives.ts'
import { ChangeNote } from '../drafts/change-note.ts'

const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Remark = Type.Object({
  field: text('Where, as a JSON pointer; empty for the whole'),
  code: Type.Optional(text('The code of the rule, as in docs/errors.md')),
  message: Type.String(),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'In the text, from 1' })),
})
const warnings = {
  warnings: Type.Array(Remark, { description: 'What is worth improving; at most 50' }),
  warningsTotal: count('How many there are, also those that are not listed'),
}
const revision = { revision: Revision }
const tried = { ...revision, tags: Type.Array(Tag, { description: 'What it would touch' }) }

const next = (what: string) => Type.Optional(text(`Where the next ${what} begin, for \`after\``))
const EntityTag = text('What `If-Match` takes')

/** What an edit that was saved is answered with. */
export const SavedArticle = Type.Object({
  ...revision,
  path: text('Where readers find it'),
  ...warnings,
})
/** The same for a dry run. */
export const TriedArticle = Type.Object({ ...tried, ...warnings })
export const SavedOrTried = Type.Union([SavedArticle, TriedArticle])
/** With `tags` of a dry run, and the links of other texts that lead into nothing now. */
export const Withdrawn = Type.Object({
  ...revision,
  tags: Type.Optional(tried.tags),
  warnings: Type.Optional(warnings.warnings),
})

/** What was published, also where it was published before and no more is known of it. */
export const Published = Type.Object({
  ...SavedArticle.properties,
  revision: Type.Union([Revision, Type.Null()]),
  warnings: Type.Optional(warnings.warnings),
  warningsTotal: Type.Optional(warnings.warningsTotal),
})

const Entities = Type.Array(
  Type.Object({
    category: Slug,
    subcategories: Type.Array(
      Type.Object({ subcategory: Slug, subsubcategories: Type.Array(Type.String()) }),
    ),
  }),
)
export const DefaultEntities = Type.Object({ entities: Entities })

export const ArticlePart = Type.Object({
  articles: Type.Array(
    Type.Object({
      slug: Slug,
      title: Type.String(),
      author: Type.Union([Type.String(), Type.Null()]),
      publishedAt: Instant,
      updatedAt: Instant,
      redirectTo: Type.Optional(text('Where readers of a withdrawn one are led')),
    }),
  ),
  after: next('articles'),
})

const Deed = Type.Object({
  at: Type.Optional(Instant),
  by: Type.Optional(text('The name of the editor, as `EDITOR_TOKEN` has it')),
  origin: Type.Optional(Type.Enum(['api', 'files', 'schedule'])),
})
const edition = {
  number: Type.Integer({ minimum: 1 }),
  state: Type.Enum(['published', 'superseded', 'withdrawn']),
  slug: Slug,
  title: Type.String(),
  etag: EntityTag,
  revision: Type.Optional(Revision),
  made: Type.Optional(Deed),
  ended: Type.Optional(Deed),
}
export const ArticleEditions = Type.Object({
  slug: Slug,
  status: Type.Enum(['published', 'withdrawn']),
  editions: Type.Array(Type.Object(edition)),
  before: Type.Optional(Type.Integer({ description: 'Where the next ones begin' })),
})
const SiteFileName = text('How its address names it')
const siteEdition = {
  number: edition.number,
  state: edition.state,
  etag: EntityTag,
  revision: edition.revision,
  made: edition.made,
  ended: edition.ended,
}
const SiteFile = text('Within the content folder')
export const RecentEditions = Type.Object({
  editions: Type.Array(
    Type.Union([
      Type.Object({ article: text('Where its article is now'), ...edition }),
      Type.Object({ file: SiteFile, ...siteEdition }),
    ]),
  ),
  after: next('editions'),
})
export const SiteFileList = Type.Object({
  files: Type.Array(Type.Object({ name: SiteFileName, file: SiteFile, ...siteEdition })),
})
export const SiteFileEditions = Type.Object({
  file: SiteFile,
  editions: Type.Array(Type.Object(siteEdition)),
  before: Type.Optional(Type.Integer({ description: 'Where the next ones begin' })),
})
/** With `tags` of a dry run. */
export const SavedSiteFile = Type.Object({
  ...revision,
  file: SiteFile,
  number: edition.number,
  tags: Type.Optional(tried.tags),
  ...warnings,
})
/** Of any shape: a rule that was made since may refuse it. */
const AnyDraft = Type.Object(
  { body: Type.String() },
  { additionalProperties: true, description: 'What `PUT` takes' },
)
export const OneEdition = Type.Object({ ...edition, draft: AnyDraft })

const difference = {
  from: Type.Integer(),
  to: Type.Integer(),
  text: Type.Array(
    Type.Object({ line: Type.Integer({ minimum: 1 }), was: Type.String(), is: Type.String() }),
  ),
  figures: Type.Object({ gone: Type.Array(Type.String()), added: Type.Array(Type.String()) }),
}
export const TextDifference = Type.Object(difference)
export const Difference = Type.Object({
  ...difference,
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      was: Type.Optional(Type.Unknown()),
      is: Type.Optional(Type.Unknown()),
    }),
  ),
})

const Done = Type.Object({ at: Instant, by: Type.Optional(Type.String()) })
const id = Type.String({ format: 'uuid' })

export const OneDraft = Type.Object({
  id,
  slug: Slug,
  base: Type.Optional(text('The `ETag` of the article that it began from')),
  fields: Type.Record(Type.String(), Type.Unknown()),
  made: Done,
  saved: Done,
  proposed: Type.Optional(Done),
  remark: Type.Optional(
    Type.Object(
      { text: Type.String(), by: Type.Optional(Type.String()) },
      { description: 'Of who proposed it, or sent it back' },
    ),
  ),
  ...ChangeNote.properties,
  release: Type.Optional(text('The id of the release that it is in')),
  isScheduled: Type.Optional(Type.Boolean({ description: 'Then it cannot be changed' })),
  discarded: Type.Optional(Instant),
})
export const DraftList = Type.Object({
  drafts: Type.Array(
    Type.Object({
      id,
      slug: Slug,
      title: Type.String(),
      article: Type.Union([Type.String(), Type.Null()]),
      saved: Done,
      proposed: Type.Optional(Done),
    }),
  ),
  after: next('drafts'),
})
export const DiscardedDraft = Type.Object({ id, discarded: Type.Literal(true) })
export const CheckedDraft = Type.Object({
  reasons: Type.Array(Remark, { description: 'Why it cannot be published; empty if it can' }),
  ...warnings,
  isBehind: Type.Boolean({ description: 'Whether the article was edited since it began' }),
})

const siteDraft = {
  id,
  name: SiteFileName,
  file: SiteFile,
  etag: EntityTag,
  base: Type.Optional(text('The `ETag` of the text that it began from')),
  made: Done,
  saved: Done,
  release: Type.Optional(text('The id of the release that publishes it')),
  isScheduled: Type.Optional(Type.Boolean()),
  discarded: Type.Optional(Instant),
}
export const OneSiteDraft = Type.Object(siteDraft)
export const SiteDraftList = Type.Object({
  drafts: Type.Array(OneSiteDraft),
  after: next('drafts'),
})
/** The revision is null where it was published before, and no more is known. */
export const PublishedSiteFile = Type.Object({
  ...SavedSiteFile.properties,
  revision: Type.Union([Revision, Type.Null()]),
})

export const SavedAds = Type.Object({
  ...revision,
  tags: Type.Optional(tried.tags),
  dropped: Type.Array(
    Type.Object({
      path: Type.String(),
      entry: Type.Integer({ minimum: 0 }),
      reason: Type.String(),
      detail: Type.String(),
    }),
    { description: 'What is not shown; at most 100' },
  ),
  droppedTotal: count('How many parts are not shown'),
  warnings: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  warningsTotal: Type.Optional(count('How many paths have no page')),
})

const release = {
  id,
  name: Type.Optional(Type.String()),
  state: Type.Enum(['open', 'scheduled', 'held', 'published', 'cancelled']),
  at: Type.Optional(text('Its time, by the clocks of the site')),
  zone: Type.Optional(Type.String()),
  reasons: Type.Optional(Type.Array(Remark, { description: 'Why it is held' })),
  revision: Type.Optional(Revision),
  made: Done,
  changed: Done,
}
export const OneRelease = Type.Object({
  ...release,
  etag: EntityTag,
  warnings: Type.Optional(
    Type.Array(Remark, {
      description: 'Links that it breaks, where it was made, changed or published',
    }),
  ),
  drafts: Type.Array(
    Type.Object({
      id,
      slug: Slug,
      title: Type.String(),
      etag: EntityTag,
      withdrawn: Type.Optional(Type.Literal(false)),
      ...ChangeNote.properties,
    }),
  ),
  siteDrafts: Type.Optional(Type.Array(Type.Object({ id, file: SiteFile, etag: EntityTag }))),
})
const ListedRelease = Type.Object({
  ...release,
  titles: Type.Array(Type.String(), {
    description: 'What it publishes: titles of articles, and names of files of the site',
  }),
})
export const ReleaseList = Type.Object({
  releases: Type.Array(ListedRelease),
  after: next('releases'),
})
export const Schedule = Type.Object({
  zone: text('The time zone of the site'),
  scheduled: Type.Array(ListedRelease, { description: 'What waits for its time, the next first' }),
  held: Type.Array(ListedRelease, { description: 'What could not be published at its time' }),
  expiring: Type.Array(
    Type.Object({
      slug: Slug,
      title: Type.String(),
      at: text('By the clocks of the site'),
      to: Type.Optional(text('Where readers are led then')),
    }),
    { description: 'Articles that are withdrawn at a time, the next first' },
  ),
})
