import type { Reason } from '#shared/errors.ts'

/** An `error` refuses an import; a `warning` should be fixed; a `note` is only information. */
export const LEVELS = ['error', 'warning', 'note'] as const
export type Level = (typeof LEVELS)[number]

/** A rule of the content folder, as `docs/errors.md` shows it. */
export interface Rule {
  /** What is wrong, as a sentence without the final full stop. */
  what: string
  /** What breaks it, in Markdown. */
  example: string
  /** What an editor does about it. */
  advice: string
}

/** All rules for a content folder, by the code that editors see. */
export const RULES = {
  'E-SUM': {
    what: 'A number in a text is not what its formula gives',
    example: '`[$2,022.26](<calc: pmt(320000, 6.5% / 12, 360)>)`',
    advice: 'Write the number that the message offers, or correct the formula',
  },
  'E-FORMULA': {
    what: 'A formula cannot be read, or has no result',
    example: '`[$100](<calc: pmt(320000)>)`',
    advice: 'The message says what is wrong: content/README.md has all that formulas can do',
  },
  'E-INPUT': {
    what: 'A value that formulas name cannot be read, has a name twice, or is outside of its limits',
    example: '`[20%](<input: down, 30% to 80%>)`',
    advice: 'Write "name, least to most", with a printed value between the two',
  },
  'E-SOURCE': {
    what: 'A link leads to a source that the article does not have',
    example: '`[FTC](source:ftc-2024)` without `key: ftc-2024`',
    advice: 'Give the source that key, or correct the link',
  },
  'E-FACT': {
    what: 'A number in a text is not what the file of facts says, or a fact is not right in itself',
    example: '`[$23,500](fact:401k-limit)` where it is $24,500',
    advice:
      'Write the value that the message offers: `npm run content -- facts --fix` does it in all texts. Or correct `facts/<locale>.yaml`',
  },
  'E-FACT-EXPIRED': {
    what: 'The last value of a fact has ended',
    example: '`until: 2026-12-31` on 1 January 2027',
    advice:
      'Enter the value that follows in `facts/<locale>.yaml`. Only lint fails: pages say beside the number that it has ended',
  },
  'E-YEAR-OVER': {
    what: 'The year for which the figures of an article are right has been over for three months',
    example: '`validFor: 2026` on 1 April 2027',
    advice:
      'Enter the figures of the new year, then set `validFor`. Only lint fails: pages name the year',
  },
  'E-CONFLICT': {
    what: 'A file has changed what was changed through the editor API as well',
    example: 'another second paragraph in the file and by `PATCH`',
    advice:
      'Take over into the file what is to stay of the other text, then write the number that the message names as `edition`: where both have changed the same, the file is published, and elsewhere the changes of both. If the file was taken away: `npm run content -- pull` writes it again. Both texts are kept: `GET /articles/{slug}/editions`, `GET /site-files/{name}/editions`',
  },
  'E-WITHDRAWN': {
    what: 'A file is new or has changed whose article was withdrawn through the editor API',
    example: 'a corrected word in the file of an article after its `DELETE`',
    advice:
      'Take the file away. To publish the article again, write the number that the message names as `edition`',
  },
  'W-FACT-DUE': {
    what: 'The day on which the next value of a fact is normally announced has come',
    example: '`next: 2026-11-15` on 16 November 2026',
    advice: 'Look at the source, then enter the next value, or the next day to look',
  },
  'W-FACT-SOON': {
    what: 'The last value of a fact ends within 30 days',
    example: '`until: 2026-12-31` on 5 December 2026',
    advice: 'Look at the source, and enter the value that follows once it is known',
  },
  'E-TABLE': {
    what: 'The braces at the end of a caption say something that cannot be done with the table',
    example: '`: Federal rates {#Federal Rates}`',
    advice: 'The message says what is wrong: content/README.md has all that may stand there',
  },
  'E-CHART': {
    what: 'The chart that a caption asks for cannot be drawn from its table',
    example: '`: Federal rates {#rates chart=lines}` above a table with two rows',
    advice: 'The message says what is wrong: content/README.md has what each chart needs',
  },
  'E-SCHEMA': {
    what: 'A file is missing, cannot be read, or has an invalid field',
    example: '`favourite: yes`',
    advice:
      'The message names the field and what it may be: content/README.md has the fields of each file',
  },
  'E-SLUG': {
    what: 'A slug is missing or is not lower-case words joined by hyphens',
    example: '`slug: What a Bond Is`',
    advice: 'Write what the message offers, such as `what-a-bond-is`',
  },
  'E-DUP-SLUG': {
    what: 'A slug, name or address is used twice',
    example: 'two files with `slug: what-a-bond-is`, or with a term “bond”',
    advice: 'Give one of them another; the message names the other file',
  },
  'E-RESERVED': {
    what: 'An address belongs to another page already',
    example: 'a category with `slug: articles`',
    advice: 'Choose another slug',
  },
  'E-NO-ENTITY': {
    what: 'An article is filed under no category',
    example: 'no `entities`',
    advice: 'Name a category, or import with `--default-entities`',
  },
  'E-UNKNOWN-CAT': {
    what: 'There is no such category',
    example: '`category: expert-advise`',
    advice:
      'Take the name that the message offers, or add the category to `categories/<locale>.yaml`',
  },
  'E-UNKNOWN-SUB': {
    what: 'There is no such subcategory, or it is not one of this category',
    example: '`subcategory: bond` where it is `bonds`',
    advice: 'Take the name that the message offers, or add the subcategory',
  },
  'E-UNKNOWN-AUTHOR': {
    what: 'There is no such author',
    example: '`author: Elenor Whitcombe`',
    advice: 'Take the name that the message offers, or add the author to `authors/<locale>.yaml`',
  },
  'E-ROSTER': {
    what: 'There are no authors, or more than 500',
    example: 'an empty `authors/en_US.yaml`',
    advice: 'Write 1 to 500 authors; 40 to 60 are meant',
  },
  'E-PORTRAIT': {
    what: 'The portrait of an author is missing, or is not a supported picture',
    example: '`portrait: me.gif`',
    advice:
      'Put a square PNG, JPEG, WebP or AVIF file into `authors/portraits/`, or remove the field',
  },
  'E-DATE-START': {
    what: 'A date is before the first day of the site',
    example: '`publishedAt: 2024-11-06`',
    advice: 'Write 2024-11-07 or a later day',
  },
  'E-DATE-FILE': {
    what: 'An article says that it was published before its file was in the repository',
    example: '`publishedAt: 2025-03-04` in a file that was first committed on 20 November 2026',
    advice:
      'Write the day on which the text was first here. Of a text that was published elsewhere before, commit the file with that date: `git commit --date=2025-03-04`. Only lint fails, and only where it finds the whole history of Git',
  },
  'E-DATE-ORDER': {
    what: 'An update is before the publication',
    example: '`publishedAt: 2025-03-04` with `updatedAt: 2025-03-03`',
    advice: 'Correct the one that is wrong, or remove `updatedAt`',
  },
  'E-DATE-FUTURE': {
    what: 'A date is in the future',
    example: '`updatedAt` of tomorrow',
    advice:
      'Write today or an earlier day. If the clock that the message shows is wrong, set it; if the day is, `zone` in `site.yaml` names the time zone of the site',
  },
  'E-EXAMPLE': {
    what: 'A site that search engines list has an address which is an example',
    example: '`email: hello@finlore.example` with `INDEXING=on`',
    advice:
      'Write your own address, or null for a contact that you do not have; remove the link of an example',
  },
  'E-MARKUP': {
    what: 'A text shows markup: it could not be understood, or stands in a field that is plain text',
    example:
      '`[15%](calc: fee / bill)` without angle brackets, or a caption without its closing brace; `answer: See [the IRS](https://www.irs.gov/)`',
    advice:
      'Put what has blanks in it in angle brackets, close every brace, use straight quotation marks. In the fields above a text, write the words alone',
  },
  'E-HTML': {
    what: 'Raw HTML would be shown to readers as text',
    example: '`<b>bond</b>`',
    advice: 'Write Markdown, such as `**bond**`; in code, HTML may stand',
  },
  'E-LINK-INT': {
    what: 'A link leads to a page of the site that does not exist',
    example: '`[bonds](/articles/what-a-bnod-is)`',
    advice: 'Correct the address, or remove the link',
  },
  'E-ANCHOR': {
    what: 'A link leads to a heading that does not exist',
    example: '`[prices](/articles/what-a-bond-is#price)`',
    advice: 'Take the id of a heading that is there: its words in lower case, joined by hyphens',
  },
  'E-IMAGE-HOST': {
    what: 'A picture is on another site, and browsers do not load it',
    example: '`![](https://www.wikipedia.org/a.png)`',
    advice: 'Put the picture into `pictures/`, or write a link to the other site',
  },
  'E-IMAGE': {
    what: 'A picture does not exist, cannot be read or shown safely, or says not whose it is',
    example: '`![A pay stub](/pictures/pay-stub.svg)`, without a credit',
    advice:
      'Put a PNG, JPEG, WebP, AVIF or SVG file into `pictures/`, and write `![what it shows](/pictures/name.svg "Caption. — Drawing: who")` as a paragraph of its own',
  },
  'E-IMAGE-SIZE': {
    what: 'A picture is too large, or there are too many',
    example: 'a drawing of 900 KB',
    advice:
      'Make it simpler or smaller: at most 200 KB of SVG, 4 MB and 12.5 million pixels of others; delete pictures that no text shows',
  },
  'E-REPEAT': {
    what: 'A text has the same paragraph twice',
    example: 'a paragraph that was pasted again further down',
    advice: 'Delete one of them',
  },
  'E-IN-USE': {
    what: 'An author or a subcategory to which articles still refer is missing',
    example: 'a subcategory deleted from `categories/en_US.yaml`',
    advice: 'Put it back, or file those articles elsewhere first. Only an import can tell',
  },
  'W-TITLE-BREAK': {
    what: 'A line break was removed from a title, and two words became one',
    example: '`"What a\\nbond is"`',
    advice: 'Write a blank in place of the line break',
  },
  'W-TITLE-LEN': {
    what: 'A title is longer than search engines show: 65 characters',
    example: 'a title of 80 characters',
    advice: 'Shorten it',
  },
  'W-DESC-LEN': {
    what: 'A description is shorter than 70 or longer than 160 characters',
    example: '`description: About bonds.`',
    advice: 'Write one or two sentences of 70 to 160 characters',
  },
  'W-DUP-TITLE': {
    what: 'Two pages have the same title',
    example: 'two articles with the title "Bonds"',
    advice: 'Say in each title what is special about its page',
  },
  'W-DUP-DESC': {
    what: 'Two pages have the same description',
    example: 'a description copied from another article',
    advice: 'Write one for each',
  },
  'W-DUP-KEY': {
    what: 'Two articles of one language have the same translationKey',
    example: 'two English articles with `translationKey: bonds`',
    advice: 'Choose another key for one of them, or none',
  },
  'W-HEADING-ORDER': {
    what: 'A heading skips a level',
    example: '`####` below `##`',
    advice: 'Begin sections with `##` and go down one level at a time',
  },
  'W-EMPTY-HEADING': {
    what: 'A heading has no text',
    example: '`## `',
    advice: 'Write the heading, or delete the line',
  },
  'W-ALT': {
    what: 'An image has no text for readers who do not see it',
    example: '`![](/pictures/bond.png)`',
    advice: 'Say between the brackets what it shows',
  },
  'W-IMAGE-OLD': {
    what: 'A picture with a date is more than 12 months old',
    example: '`"Where to type. — Screenshot: Finlore, 2024-11"`',
    advice:
      'Look whether what it shows still looks so: take it again, or write the day on which you looked',
  },
  'W-LINK-TEXT': {
    what: 'The words of a link do not say where it leads',
    example: '`[here](/articles/what-a-bond-is)`',
    advice: 'Use the words that name the page',
  },
  'W-TABLE-HEAD': {
    what: 'A column of a table has no heading',
    example: '`\\| Year \\| \\|`',
    advice: 'Write a heading for each column; the first may go without',
  },
  'W-TABLE-CELLS': {
    what: 'A row of a table has more cells than the table has columns',
    example: 'three cells below two headings',
    advice: 'Add a column, or delete the cell: readers do not see it',
  },
  'W-THIN': {
    what: 'A text has fewer than 250 words',
    example: 'three short paragraphs',
    advice: 'Explain more, or put it into another article',
  },
  'W-NO-SOURCES': {
    what: 'An article names no sources',
    example: 'no `sources`',
    advice: 'Name pages on which readers can check what it says',
  },
  'W-SOURCE-UNUSED': {
    what: 'A source has a key, and no link of the text leads to it',
    example: '`key: ftc-2024` without `[FTC](source:ftc-2024)`',
    advice: 'Link it where it bears a sentence, or take the key away',
  },
  'W-STALE': {
    what: 'An article was neither updated nor compared with its sources for 18 months',
    example: '`updatedAt: 2024-12-01` in June 2026',
    advice: 'Compare it with its sources, correct it, then set `checkedAt`',
  },
  'W-YEAR-OVER': {
    what: 'The year for which the figures of an article are right is over',
    example: '`validFor: 2026` on 5 January 2027',
    advice: 'Enter the figures of the new year, then set `validFor`',
  },
  'W-PROVENANCE': {
    what: 'An article does not say who or what wrote it',
    example: 'no `provenance`',
    advice: 'Write `human`, `assisted` or `generated`, whichever is true',
  },
  'W-ANSWERED': {
    what: 'Nobody answers for a text that software wrote',
    example: '`provenance: generated` without `answeredBy`, where `site.yaml` names no `office`',
    advice: 'Name the person who answers for it',
  },
  'W-REVIEW': {
    what: 'A text was changed after it was reviewed',
    example: '`reviewedAt: 2025-03-01` with `updatedAt: 2025-03-04`',
    advice: 'Have it reviewed again, or remove the review',
  },
  'W-NO-DATE': {
    what: 'An article does not say when it was published',
    example: 'no `publishedAt`',
    advice:
      'Write the day: without it, every database dates the article when it is first imported there',
  },
  'W-NO-AUTHOR': {
    what: 'An article names no author, so one is picked',
    example: 'no `author`',
    advice: 'Name the author',
  },
  'W-READING': {
    what: 'A text is hard to read',
    example: 'a reading ease below 50',
    advice: 'Shorten sentences and use plainer words',
  },
  'W-STYLE': {
    what: 'A text has a word that the style guide of its language does not use',
    example: '`five per cent` in an American text',
    advice: 'Write what the message offers. In quotation marks, words of others may stay',
  },
  'W-ROSTER': {
    what: 'There are fewer than 40 or more than 60 authors',
    example: '12 authors',
    advice: 'Add authors, or leave it: pages are made all the same',
  },
  'W-AD': {
    what: 'Part of a paid link is not shown',
    example: 'a link to `javascript:`',
    advice: 'The message says which part and why: tell whoever sells the link',
  },
  'W-FORMER-ADDRESS': {
    what: 'An article comes to an address that led to another one until now',
    example: '`slug: what-a-bond-is` where that article was before it was renamed',
    advice:
      'Choose another slug, unless readers who follow old links to the other article are to find this one',
  },
  'W-SCHEDULED': {
    what: 'A text was changed of which a draft waits for its time; it will be held then',
    example: 'a corrected word in the file of facts whose values of next year wait for 1 January',
    advice:
      'Call its time off, put the change into the draft with `merge`, and publish it again: the message names the requests',
  },
  'W-TAKEN-BACK': {
    what: 'A file says again what its article has said before an edit through the editor API',
    example: 'the file of last week, restored with Git after its pull was imported',
    advice:
      'Nothing, if that edit is to go. Otherwise the message names the requests that show it and bring it back',
  },
  'W-DROPPED': {
    what: 'A field was filled and is empty now, because a `PUT` did not send it, or notes for readers are gone',
    example:
      '`PUT` without `sources`, or of a former edition that lacks the last entry of `corrections`',
    advice: 'Send it as well, or use `PATCH`, which keeps what is not sent',
  },
  'W-NO-NOTE': {
    what: 'Much of a text is another one, and no note tells readers so',
    example: 'a new second half, without `note`',
    advice: 'Say in a `note` what was changed, or send `"minor": true`',
  },
  'W-WITHDRAWN': {
    what: 'A new article is at the address of a withdrawn one, which is kept under another name',
    example: '`PUT` at an address that answered 410',
    advice: 'Nothing, or bring the former one back at the address that the message names',
  },
  'W-LINK-EXT': {
    what: 'An address of another site does not answer as it should',
    example: 'a source that answers 404',
    advice: 'Look at the page: correct the address, or name another source. Only with `--external`',
  },
} as const satisfies Record<string, Rule>

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
