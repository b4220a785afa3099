import { stringify } from 'yaml'

/**
 * Front matter between its two lines of hyphens. Text stands in double quotes, so that no word of it
 * can mean anything in YAML.
 *
 * @param fields values that JSON knows; those that are `undefined` are left out
 */
export const frontMatterText = (fields: Readonly<Record<string, unknown>>): string =>
  `---\n${stringify(fields, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })}---`
