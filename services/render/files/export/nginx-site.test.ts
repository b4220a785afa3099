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
    hsts: 'host',
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

  test('has a value for every placeholder of its template', () => {
    expect(render()).not.toMatch(/\$\{|\$site_/)
  })

  test('uses the same media types as render', () => {
    const text = render()
    const types = [...text.matchAll(/^ {4}"([^"]+)" (\w+);$/gm)]
    expect(types.length).toBeGreaterThan(15)
    for (const [, type, ending] of types) expect(exportedTypeOf(`a.${ending}`), ending).toBe(type)
    expect(text).toContain(`default_type "${exportedTypeOf('feed.json')}";`)
  })

  test('has the same cache lifetimes as render', () => {
    const text = render()
    const { briefly: _, purged: _not, private: _light, ...lasting } = CACHING
    for (const value of Object.values(lasting)) expect(text).toContain(` "${value}";\n`)
    expect(text).toContain(`  "${CACHING.revalidate}" "${SHARED_CACHING.revalidate}";\n`)
  })

  test('has noindex for a site with INDEXING=off', () => {
    const robotsOf = (text: string) => /map \$uri \S+_robots \{\n {2}default (.*);/.exec(text)?.[1]
    expect(robotsOf(render({ indexing: 'off' }))).toBe('"noindex"')
    expect(robotsOf(render())).toBe('""')
  })

  test('allows other sites to show pictures of pages only', () => {
    const text = render()
    expect(text).toContain('  default "same-origin";\n  "~^/(?:og|pictures)/" "cross-origin";\n')
    expect(text).toContain(
      `  add_header ${RESOURCE_POLICY} $finlore_tr_tr_resource_policy always;\n`,
    )
  })

  test('has the path of the export, and variables named by the language', () => {
    const text = render()
    expect(text).toContain('root "/srv/my site/public";')
    expect(text).toContain('include "/srv/my site/nginx/redirects.map";')
    expect(text).toContain('server_name finlore.example;')
    expect(text.match(/\$finlore_tr_tr_moved\b/g)).not.toBeNull()
  })

  test.each(['/srv/$home', '/srv/"x"', '/srv/a;b', '/srv/a\nb', '/srv/{x}'])(
    'is refused for the folder %j',
    (folder) => {
      expect(() => render({ folder })).toThrow(/^nginx cannot name the folder/)
    },
  )

  test('has no text that nginx would interpret', () => {
    expect(quoteNginx('a "b" \\ c')).toBe('"a \\"b\\" \\\\ c"')
    expect(() => quoteNginx('a $b')).toThrow('nginx cannot quoteNginx "a $b"')
  })
})
