/**
 * A word of an nginx configuration.
 *
 * @throws {Error} for a dollar sign: nginx takes it for a variable and cannot be told not to
 */
export function quote(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot be told of ${JSON.stringify(text)}`)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
