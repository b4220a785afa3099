import type { Reason } from '#shared/errors.ts'

/** An `error` refuses an import; a `warning` should be fixed; a `note` is only information. */
export const LEVELS = ['error', 'warning', 'note'] as const
export type Level = (typeof LEVELS)[number]

/** All rules for a content folder, by the code that editors see. */
export const RULES = {
  'E-SCHEMA': 'A file is missing, cannot be read, or has an invalid field',
  'E-SLUG': 'A slug is missing or is not lower-case words joined by hyphens',
  'E-DUP-SLUG': 'A slug, name or address is used twice',
  'E-RESERVED': 'An address belongs to another page already',
  'E-NO-ENTITY': 'An article is filed under no category',
  'E-UNKNOWN-CAT': 'There is no such category',
  'E-UNKNOWN-SUB': 'There is no such subcategory, or it is not one of this category',
  'E-UNKNOWN-AUTHOR': 'There is no such author',
  'E-ROSTER': 'There are no authors, or more than 500',
  'E-PORTRAIT': 'The portrait of an author is missing, or is not a supported picture',
  'E-DATE-START': 'A date is before the first day of the site',
  'E-DATE-ORDER': 'An update is before the publication',
  'E-DATE-FUTURE': 'A date is in the future',
  'E-EXAMPLE': 'A site that search engines list has an address which is an example',
  'E-HTML': 'Raw HTML would be shown to readers as text',
  'E-LINK-INT': 'A link leads to a page of the site that does not exist',
  'E-ANCHOR': 'A link leads to a heading that does not exist',
  'E-IMAGE-HOST': 'A picture is on another site, and browsers do not load it',
  'E-REPEAT': 'A text has the same paragraph twice',
  'E-IN-USE': 'An author or a subcategory to which articles still refer is missing',
  'W-TITLE-BREAK': 'A line break was removed from a title, and two words became one',
  'W-TITLE-LEN': 'A title is longer than search engines show: 65 characters',
  'W-DESC-LEN': 'A description is shorter than 70 or longer than 160 characters',
  'W-DUP-TITLE': 'Two pages have the same title',
  'W-DUP-DESC': 'Two pages have the same description',
  'W-DUP-KEY': 'Two articles of one language have the same translationKey',
  'W-HEADING-ORDER': 'A heading skips a level',
  'W-EMPTY-HEADING': 'A heading has no text',
  'W-ALT': 'An image has no text for readers who do not see it',
  'W-LINK-TEXT': 'The words of a link do not say where it leads',
  'W-TABLE-HEAD': 'A column of a table has no heading',
  'W-TABLE-CELLS': 'A row of a table has more cells than the table has columns',
  'W-THIN': 'A text has fewer than 250 words',
  'W-NO-SOURCES': 'An article names no sources',
  'W-STALE': 'An article was not updated for 18 months',
  'W-PROVENANCE': 'An article does not say who or what wrote it',
  'W-ANSWERED': 'Nobody answers for a text that software wrote',
  'W-REVIEW': 'A text was changed after it was reviewed',
  'W-NO-DATE': 'An article does not say when it was published',
  'W-NO-AUTHOR': 'An article names no author, so one is picked',
  'W-READING': 'A text is hard to read',
  'W-ROSTER': 'There are fewer than 40 or more than 60 authors',
  'W-AD': 'Part of a paid link is not shown',
  'W-LINK-EXT': 'An address of another site does not answer as it should',
} as const

export type RuleCode = keyof typeof RULES

export function levelOf(code: RuleCode): Level {
  if (code === 'W-LINK-EXT') return 'note'
  return code.startsWith('E-') ? 'error' : 'warning'
}

/** A reason with the code of its rule and, if it is about the body, its line. */
export interface CodedReason extends Reason {
  /** Defaults to the code for a wrong shape. */
  code?: RuleCode
  /** Only with the field `/body`: the number of lines above it in the text. */
  line?: number
}

/** @param line as in {@link CodedReason} */
export const aboutText = (code: RuleCode, line: number, message: string): CodedReason => ({
  field: '/body',
  code,
  line,
  message,
})
