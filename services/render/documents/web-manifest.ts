import type { SiteData } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a device needs to install the site as an app. */
export const webManifest = ({ title, tagline, locale }: SiteData) => ({
  name: title,
  short_name: title,
  description: tagline,
  lang: languageTag(locale),
  dir: 'ltr',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#0d4a38',
  icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
})
