/** For tests: few, difficult letters, so that random titles and words made of them often meet. */
export const HOSTILE_LETTERS = [
  ...['a', 'e', 'i', 'I', 'ı', 'İ', 's', 'S', 'ß', 'ẞ', 'ş', 'Ş', 'k', '\u212a', 'é', 'ﬁ', '½'],
  ...['е', 'ё', 'Ё', 'и', 'й', 'Й', 'Σ', 'σ', 'ς', 'Α', '\u03f9', '\u03f2', '가', '각'],
  // Combining marks, and Hangul letters that compose.
  ...['\u0301', '\u0306', '\u0307', '\u0308', '\u0323', '\u0327', '\u1100', '\u1161', '\u11a8'],
  // What `clean` removes, a joiner that it keeps, and halves of pairs.
  ...['\u00ad', '\u200b', '\u2060', '\ufeff', '\u200d', '\ud83d', '\udc4d'],
  ...['👍', '👨‍👩‍👧', '🇹', '🇷', '𝚺'],
  ...[' ', '  ', '\u00a0', '\u2003', '\u0085', '\r\n', '-', '_', '%', '"', '\\', '.'],
] as const
