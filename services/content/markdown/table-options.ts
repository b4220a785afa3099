/** What the braces at the end of a caption say of its table: `: Federal rates {#rates}`. */
export interface TableOptions {
  /** For links to the table; it stands once in a text. */
  id?: string
  /** Its inputs can be changed by readers, and results follow. */
  isExample?: true
}

export interface ReadOptions {
  options: TableOptions
  /** What cannot be understood, in words for the writer. */
  mistakes: string[]
}

/** Lower-case letters and digits, joined by hyphens. */
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** The longest id, in characters. */
const LONGEST_ID = 60
/** A word, or a name with a value, which has quotation marks where it has blanks. */
const WORD_OR_SETTING = /[^\s="]+(?:="[^"]*"|=[^\s"]+)?|\S+/g

/** Reads what stands between the braces. */
export function readTableOptions(braces: string): ReadOptions {
  const read: ReadOptions = { options: {}, mistakes: [] }
  for (const [part] of braces.matchAll(WORD_OR_SETTING)) {
    const mistake = readPart(part, read.options)
    if (mistake !== undefined) read.mistakes.push(mistake)
  }
  if (read.options.isExample && read.options.id === undefined) {
    read.mistakes.push('is of an example without an id: write one, as in {#payment example}')
  }
  return read
}

/** @returns what is wrong with the part */
function readPart(part: string, options: TableOptions): string | undefined {
  if (part === 'example') {
    options.isExample = true
    return undefined
  }
  if (!part.startsWith('#')) {
    return `has "${part}" in its braces, which means nothing: leave it out`
  }
  const id = part.slice(1)
  if (!ID.test(id) || id.length > LONGEST_ID) {
    return `has the id "${id}": write at most ${LONGEST_ID} lower-case letters and digits, with hyphens between words`
  }
  if (options.id !== undefined) return 'has two ids: leave one out'
  options.id = id
  return undefined
}

/** Splits the braces off the end of a caption. Braces elsewhere in it are text. */
export function splitCaption(caption: string): { words: string; braces: string | undefined } {
  const written = caption.trimEnd()
  const start = written.lastIndexOf('{')
  if (start < 0 || !written.endsWith('}')) return { words: caption, braces: undefined }
  return { words: written.slice(0, start).trimEnd(), braces: written.slice(start + 1, -1) }
}
