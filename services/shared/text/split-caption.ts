/** Splits the braces off the end of a caption. Braces elsewhere in it are text. */
export function splitCaption(caption: string): { words: string; braces: string | undefined } {
  const written = caption.trimEnd()
  const start = written.lastIndexOf('{')
  if (start < 0 || !written.endsWith('}')) return { words: caption, braces: undefined }
  return { words: written.slice(0, start).trimEnd(), braces: written.slice(start + 1, -1) }
}
