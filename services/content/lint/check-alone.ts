import type { Locale } from '#shared/contracts/primitives.ts'
import { dayAt, isTimeZone, UTC } from '#shared/text/time-zone.ts'
import { articleId } from '../addresses/article-id.ts'
import { articlePath } from '../addresses/article-path.ts'
import { type CheckedArticle, type CheckOutcome, checkArticle } from '../drafts/check-article.ts'
import { withDefaultEntities } from '../drafts/entities.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { buildVocabulary } from '../drafts/vocabulary.ts'
import type { KnownFacts } from '../facts/check-facts.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, readArticles, type SourcePlace } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import type { SiteFiles } from '../folder/read-site-files.ts'
import { type LinkedText, linkText } from '../glossary/find-mentions.ts'
import { buildGlossary, type Glossary, type GlossaryTerm } from '../glossary/glossary.ts'
import { type MarkdownRenderer, readMarkdown, renderMarkdown } from '../markdown/render-markdown.ts'
import { reasonsAgainstText } from './check-text.ts'

/** What an article is checked against, apart from other articles: plain data for threads. */
export interface AloneContext {
  folder: string
  locale: Locale
  /** In milliseconds. */
  now: number
  tagline: string
  /** The site's time zone; absent for UTC. */
  zone?: string
  /** What answers for texts that name no person; absent if the site names none. */
  office?: string
  /** Absent while the file cannot be read: then unknown ones are not reported. */
  authors?: { name: string; slug: string }[]
  categories?: { slug: string; fallback: string; children: { slug: string }[] }[]
  /** Whether an article without entities gets the default ones instead of being an error. */
  defaultEntities: boolean
  /** Absent while the file cannot be read: then no fact is compared. */
  facts?: KnownFacts
  /** All terms in force. If given, texts are linked to them. */
  terms?: readonly GlossaryTerm[]
  /** Whether nothing is stored: then texts come without HTML. */
  isOnlyChecked?: boolean
}

export function aloneContextOf(
  tree: PartialTree,
  now: Date,
  defaultEntities: boolean,
): AloneContext {
  const { folder, locale, authors, categories, site } = tree
  const { tagline = '', zone, office } = site?.value.locales[locale] ?? {}
  const facts = knownFactsOf(tree, now)
  return {
    folder,
    locale,
    now: now.getTime(),
    defaultEntities,
    tagline,
    // One that does not exist is reported with the site's file.
    ...(zone !== undefined && isTimeZone(zone) && { zone }),
    ...(office !== undefined && { office }),
    ...(facts && { facts }),
    ...(authors && { authors: authors.value.map(({ name, slug }) => ({ name, slug })) }),
    ...(categories && {
      categories: categories.value.map(({ slug, fallback, children }) => ({
        slug,
        fallback,
        children: children.map((child) => ({ slug: child.slug })),
      })),
    }),
  }
}

/** The facts as they are now; `undefined` while their file cannot be read. */
export function knownFactsOf(
  tree: Pick<SiteFiles, 'facts' | 'site' | 'locale'>,
  now: Date,
): KnownFacts | undefined {
  return tree.facts && { facts: tree.facts.value, day: dayAt(now.toISOString(), zoneOf(tree)) }
}

/** The time zone of the site; UTC where its file names none, or none that there is. */
export function zoneOf({ site, locale }: Pick<SiteFiles, 'site' | 'locale'>): string {
  const { zone = UTC } = site?.value.locales[locale] ?? {}
  return isTimeZone(zone) ? zone : UTC
}

/** What can be said of an article without knowing the others. */
export interface AloneChecked {
  /** With default entities, if it gets any. */
  draft: Record<string, unknown>
  outcome: CheckOutcome
  /** Errors; links within the site are not checked yet. */
  reasons: CodedReason[]
  /** Only with terms, and for an article without errors. */
  linked?: TextToStore
}

/** What a first import stores of a text. Threads hand over bytes faster than strings. */
export interface TextToStore extends LinkedText {
  /** In UTF-8; the article itself comes without them. */
  body: Uint8Array
  html: Uint8Array
}

export type AloneChecker = (
  draft: Record<string, unknown>,
  slug: string,
  render?: MarkdownRenderer,
) => AloneChecked

export function aloneCheckerOf({
  authors,
  categories,
  locale,
  defaultEntities,
  terms,
  facts,
  isOnlyChecked = false,
  ...context
}: AloneContext): AloneChecker {
  const now = new Date(context.now)
  const vocabulary = buildVocabulary(authors ?? [], categories ?? [], { ...context, locale })
  const glossary = terms && buildGlossary(terms, locale)
  const canBeTold = ({ code }: CodedReason) =>
    !(code === 'E-UNKNOWN-AUTHOR' && !authors) &&
    !((code === 'E-UNKNOWN-CAT' || code === 'E-UNKNOWN-SUB') && !categories)

  return (written, slug, render = isOnlyChecked ? readMarkdown : renderMarkdown) => {
    const draft = defaultEntities ? withDefaultEntities(written, vocabulary.categories) : written
    const outcome = checkArticle(draft, vocabulary, now, articlePath(slug), render)
    const reasons = [
      ...('reasons' in outcome ? outcome.reasons.filter(canBeTold) : []),
      // Of a text with too much of something, no more is said.
      ...(outcome.rendered.excess ? [] : reasonsAgainstText(outcome.rendered.outline, facts)),
    ]
    const linked = glossary &&
      'article' in outcome && {
        linked: takeText(outcome.article, articleId(locale, slug), glossary),
      }
    return { draft, outcome, reasons, ...linked }
  }
}

const encoder = new TextEncoder()

function takeText(article: CheckedArticle, id: string, glossary: Glossary): TextToStore {
  const { body, rendered } = article
  const text = {
    ...linkText(rendered.html, id, glossary),
    body: encoder.encode(body),
    html: encoder.encode(rendered.html),
  }
  article.body = ''
  rendered.html = ''
  return text
}

export type FileToCheck = Pick<ArticleFile, 'file' | 'hash' | 'slug' | 'fields' | 'text'>

/** Articles that are checked by one call. */
export interface AloneGroup {
  articles: (AloneChecked & { file: string; place: SourcePlace })[]
  /** Of files that have changed since they were listed. */
  problems: ContentProblem[]
}

/**
 * Reads articles again and checks each.
 *
 * @param wantsRemarks whether drafts and prose are needed, for remarks on them; otherwise they are
 *   left out, because a thread has to copy what it answers
 */
export async function checkAlone(
  check: AloneChecker,
  folder: string,
  files: readonly FileToCheck[],
  { wantsRemarks }: { wantsRemarks: boolean },
): Promise<AloneGroup> {
  const group: AloneGroup = { articles: [], problems: [] }
  for await (const { file, draft, place } of readArticles(folder, files, group.problems)) {
    const checked = check(draft, file.slug)
    // They are not needed once they are checked.
    checked.outcome.rendered.outline.numbers = []
    if (!wantsRemarks) {
      const { outline } = checked.outcome.rendered
      checked.draft = {}
      outline.prose = []
      // Links of the text may lead to those with an id.
      outline.tables = outline.tables.filter(({ options }) => options.id !== undefined)
    }
    group.articles.push({ ...checked, file: file.file, place })
  }
  return group
}
