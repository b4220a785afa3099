import type { Token } from 'markdown-it'

/** Whether a cell has a number that readers can change, or that follows one. */
export const hasChangeable = ({ children }: Token): boolean =>
  children?.some(({ type, meta }) => type === 'number_open' && meta?.attributes !== undefined) ??
  false
