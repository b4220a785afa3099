import type { ExplainedEdit, Explanation } from './explain-edits.ts'
import { groupPages, type PageGroup } from './group-pages.ts'

/** The most pages listed under one reason. */
const SHOWN = 20

/** The text that `npm run content -- explain` prints. */
export function printExplanation({ path, title, edits }: Explanation): string {
  const parts = edits.map((edit) => printEdit(edit, path))
  return `What an edit of "${title}" (${path}) would rebuild\n\n${parts.join('\n')}`
}

function printEdit({ name, answer }: ExplainedEdit, own: string): string {
  const heading = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  if (answer.shell) return `${heading}: every page, because header, footer or menu would differ\n`
  const groups = groupPages(answer.pages, own)
  const unnamed = answer.total - answer.pages.length
  return [
    `${heading}: ${count(answer.total)}`,
    ...groups.flatMap(printGroup),
    ...(unnamed > 0 ? [`  and ${count(unnamed)} more`] : []),
    '',
  ].join('\n')
}

function printGroup({ reason, paths }: PageGroup): string[] {
  const more = paths.length - SHOWN
  return [
    `  ${reason}${paths.length > 1 ? ` (${paths.length})` : ''}`,
    ...paths.slice(0, SHOWN).map((path) => `    ${path}`),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ]
}

const count = (pages: number) => (pages === 1 ? '1 page' : `${pages.toLocaleString('en')} pages`)
