const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
}

/**
 * JSON as an attribute, in apostrophes because it is full of quotation marks. What reads our HTML
 * relies on `<` and `>` being markup.
 */
export const jsonAttribute = (name: string, json: string): string =>
  `${name}='${json.replaceAll(/[&<>']/g, (sign) => ENTITIES[sign] ?? sign)}'`
