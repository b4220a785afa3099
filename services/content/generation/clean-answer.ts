/** What some models think before they answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/
/** A fence around the whole answer, although none was asked for. */
const FENCE = /^(?<marks>`{3,}|~{3,})[a-z]*[ \t]*\n(?<inside>[\s\S]*)\n\k<marks>$/

/** The Markdown file in an answer of a language model, without what models like to put around it. */
export function cleanAnswer(answer: string): string {
  const text = answer
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(THOUGHTS, '')
    .trim()
  return (FENCE.exec(text)?.groups?.inside ?? text).trim()
}
