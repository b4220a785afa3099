/** The same values as in web/src/styles/tokens.css, for light pages. */
export const COLORS = {
  deep: '#0d4a38',
  onDeep: '#f4faf6',
  onDeepSoft: '#c3dccf',
  gold: '#c98a1b',
  goldOnDeep: '#e0a63a',
} as const
