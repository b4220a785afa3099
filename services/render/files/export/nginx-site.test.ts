import { describe, expect, test } from 'vitest'
import { RESOURCE_POLICY, securityHeaders } from '#shared/http/security-headers.ts'
import { CACHING, SHARED_CACHING } from '../../server/answers/bodies/caching.ts'
import { exportedTypeOf } from './exported-types.ts'
import { quoteNginx } from './nginx-quote.ts'
import { type NginxSite, renderNginxSite } from './nginx-site.ts'

const render = (more: Partial<NginxSite> = {}) =>
  renderNginxSite({
    folder: '/srv/my site',
    siteUrl: 'https://finlore.example',
    indexing: 'on',
    locale: 'tr_TR',
    mapEntries: 3,
    compressed: 'all',
    ...more,
  })

describe('the configuration for nginx', () => {
  test('has every security header of the site', () => {
    const text = render()
    for (const [name, value] of Object.entries(securityHeaders('https://finlore.example'))) {
      if (name === RESOURCE_POLICY) continue
      expect(text).toContain(`  add_header ${name} "${value}" always;\n`)
    }
  })

  test('has a value for everything that its template leaves open', () => {
    expect(render()).not.toMatch(/\$\{|\$site_/)
  })

  test('names the types of files as render does', () => {
    const text = render()
    const types = [...text.matchAll(/^ {4}"([^"]+)" (\w+);$/gm)]
    expect(types.length).toBeGreaterThan(15)
    for (const [, type, ending] of types) expect(exportedTypeOf(`a.${ending}`), ending).toBe(type)
    expect(text).toContain(`default_type "${exportedTypeOf('feed.json')}";`)
  })

  test('lets answers be kept as long as render does', () => {
    const text = render()
    const { briefly: _, ...lasting } = CACHING
    for (const value of Object.values(lasting)) expect(text).toContain(` "${value}";\n`)
    expect(text).toContain(`  "${CACHING.revalidate}" "${SHARED_CACHING.revalidate}";\n`)
  })

  test('tells search engines to stay away from a site that is not to be listed', () => {
    const robotsOf = (text: string) => /map \$uri \S+_robots \{\n {2}default (.*);/.exec(text)?.[1]
    expect(robotsOf(render({ indexing: 'off' }))).toBe('"noindex"')
    expect(robotsOf(render())).toBe('""')
  })

  test('lets other sites show pictures of pages, and nothing else', () => {
    const text = render()
    expect(text).toContain('  default "same-origin";\n  "~^/og/" "cross-origin";\n')
    expect(text).toContain(
      `  add_header ${RESOURCE_POLICY} $finlore_tr_tr_resource_policy always;\n`,
    )
  })

  test('names the export by where it will lie, and its variables by the language', () => {
    const text = render()
    expect(text).toContain('root "/srv/my site/public";')
    expect(text).toContain('include "/srv/my site/nginx/redirects.map";')
    expect(text).toContain('server_name finlore.example;')
    expect(text.match(/\$finlore_tr_tr_moved\b/g)).not.toBeNull()
  })

  test.each(['/srv/$home', '/srv/"x"', '/srv/a;b', '/srv/a\nb', '/srv/{x}'])(
    'cannot be written for the folder %j',
    (folder) => {
      expect(() => render({ folder })).toThrow(/^nginx cannot name the folder/)
    },
  )

  test('holds no word that nginx would read otherwise', () => {
    expect(quoteNginx('a "b" \\ c')).toBe('"a \\"b\\" \\\\ c"')
    expect(() => quoteNginx('a $b')).toThrow('nginx cannot quoteNginx "a $b"')
  })
})
