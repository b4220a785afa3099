/**
 * A text without what stands of one character at both of its ends. A pattern such as `/ +$/` would be
 * tried from every place of the text, which takes time with the square of its length.
 */
export function trimCharacter(text: string, character: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === character) start += 1
  while (end > start && text[end - 1] === character) end -= 1
  return text.slice(start, end)
}
