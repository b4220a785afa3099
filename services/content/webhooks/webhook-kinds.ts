import { type Static, Type } from 'typebox'
import { Instant, Revision, Slug } from '#shared/contracts/primitives.ts'

const ArticleEvent = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of the article; it never changes' }),
  slug: Slug,
  path: Type.String({ description: 'Where readers find it, or found it until now' }),
  formerPath: Type.Optional(Type.String({ description: 'Where it was, if it has moved' })),
  redirectTo: Type.Optional(
    Type.String({ description: 'Where readers of a withdrawn one are led, if they are' }),
  ),
  title: Type.String(),
  revision: Revision,
  by: Type.Optional(Type.String({ description: 'The name of the editor, where it is known' })),
})

const Some = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  paths: Type.Array(Type.String(), { description: 'The first 100' }),
})
const ImportEvent = Type.Object({
  revision: Revision,
  published: Some,
  changed: Some,
  withdrawn: Some,
})

const HeldEvent = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of the release' }),
  name: Type.Optional(Type.String()),
  at: Type.Optional(Instant),
  reasons: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
})

const SiteEvent = Type.Object({
  revision: Revision,
  files: Type.Array(Type.String(), { description: 'Within the content folder' }),
  by: Type.Optional(Type.String({ description: 'The name of the editor, where it is known' })),
})

/** Everything that other programs can be notified of. The name of each is its `type`. */
export const WEBHOOK_KINDS = {
  'article.published': {
    what: 'A new article is published, or one that was withdrawn is back',
    data: ArticleEvent,
  },
  'article.changed': {
    what: 'What an article says has changed, or its address',
    data: ArticleEvent,
  },
  'article.withdrawn': {
    what: 'An article is withdrawn, by an editor or because it has expired',
    data: ArticleEvent,
  },
  'release.held': {
    what: 'What was to be published at a time could not be: an editor has to decide',
    data: HeldEvent,
  },
  'articles.imported': {
    what: 'An import of files has changed articles: one event for all of them',
    data: ImportEvent,
  },
  'site.changed': {
    what: 'A file of the site has changed that is no article: authors, categories, facts, ads and others',
    data: SiteEvent,
  },
} as const

export type WebhookKind = keyof typeof WEBHOOK_KINDS
/** A kind of event about one article. */
export type ArticleEventKind = Exclude<
  WebhookKind,
  'articles.imported' | 'release.held' | 'site.changed'
>
export type WebhookData<Kind extends WebhookKind> = Static<(typeof WEBHOOK_KINDS)[Kind]['data']>
