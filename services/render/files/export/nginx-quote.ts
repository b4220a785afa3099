/**
 * Quotes a word for an nginx configuration.
 *
 * @throws {Error} for a dollar sign: nginx takes it for a variable, and it cannot be escaped
 */
export function quoteNginx(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot quoteNginx ${JSON.stringify(text)}`)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
