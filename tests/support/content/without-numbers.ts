const IN_BRACKETS = /\[([^\]\n]+)\]\(<(?:calc|input|fact):[^>\n]*>\)/g
const PLAIN = /\[([^\]\n]+)\]\((?:calc|input|fact):[^)\s]*\)/g
const CAPTION_BRACES = /^(: .*?) *\{#[^}\n]*\}$/gm

/** The same text as if numbers could say nothing of themselves: no fact, formula, example or chart. */
export const withoutNumbers = (text: string): string =>
  text.replaceAll(IN_BRACKETS, '$1').replaceAll(PLAIN, '$1').replaceAll(CAPTION_BRACES, '$1')
