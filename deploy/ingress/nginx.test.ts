import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentTypeOf } from '../../services/render/server/answers/files/content-type.ts'
import { RESOURCE_POLICY, securityHeaders } from '../../services/shared/http/security-headers.ts'

const template = await readFile(path.join(import.meta.dirname, 'nginx.conf.template'), 'utf8')
const script = await readFile(path.join(import.meta.dirname, 'start-nginx.sh'), 'utf8')

describe('the template of nginx', () => {
  test('sets the security headers of all answers, and removes those of services', () => {
    const plain = securityHeaders('http://finlore.example')
    const secure = securityHeaders('https://finlore.example')
    for (const [name, value] of Object.entries(secure)) {
      const says =
        name === RESOURCE_POLICY
          ? '$resource_policy'
          : name === 'strict-transport-security'
            ? `"\${STRICT_TRANSPORT}"`
            : name === 'content-security-policy'
              ? `"${plain[name]}\${UPGRADE}"`
              : `"${value}"`
      expect(template).toContain(`add_header ${name} ${says} always;`)
      expect(template.toLowerCase()).toContain(`proxy_hide_header ${name};`)
    }
    for (const scope of ['host', 'subdomains', 'preload'] as const) {
      const { 'strict-transport-security': sent } = securityHeaders(
        'https://finlore.example',
        scope,
      )
      expect(script).toContain(`${scope}) strict_transport='${sent}' ;;`)
    }
    const upgrade = secure['content-security-policy']?.slice(
      plain['content-security-policy']?.length,
    )
    expect(script).toContain(`upgrade='${upgrade}'`)
    expect(template).toContain(`default "${secure[RESOURCE_POLICY]}";`)
  })

  test('uses the same media types as render', () => {
    const pictures = ['ico', 'png', 'svg', 'webp']
    for (const ending of [
      ...pictures,
      ...['css', 'js', 'json', 'speculationrules', 'txt', 'webmanifest'],
    ]) {
      const type = contentTypeOf(`file.${ending}`)
      const lines = [`"${type}" ${ending};`, `${type} ${ending};`]
      expect(
        lines.some((line) => template.includes(line)),
        ending,
      ).toBe(true)
    }
  })

  test('logs with the fields that all processes have', async () => {
    const file = path.join(import.meta.dirname, '../observability/README.md')
    const [, table = ''] = (await readFile(file, 'utf8')).split('## Logs')
    const said = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replaceAll('`', '')),
    )
    const [, format = ''] = /log_format json escape=json([^;]+);/.exec(template) ?? []
    const written = [...format.matchAll(/"(\w+)":/g)].map(([, name]) => name)
    expect(written.slice(0, 5)).toEqual(['time', 'level', 'service', 'message', 'requestId'])
    expect(said.slice(0, 5)).toEqual(written.slice(0, 5))
    expect(written).toEqual(expect.arrayContaining(['method', 'status', 'seconds']))
    expect(said).toEqual(expect.arrayContaining(['method', 'status', 'seconds', 'err']))
  })

  test('has only placeholders that the script fills, and describes every setting', () => {
    const names = new Set([...template.matchAll(/\$\{([A-Z_0-9]+)\}/g)].map(([, name]) => name))
    expect(names.size).toBeGreaterThan(10)
    for (const name of names) expect(script).toContain(`\${${name}}|`)
    const described = [...template.matchAll(/^# {3}([A-Z_]+) {2,}/gm)].map(([, name = '']) => name)
    expect(described).toHaveLength(13)
    for (const name of described) {
      expect(script).toMatch(new RegExp(`^${name}=.*\\$\\{${name}:-`, 'm'))
    }
  })
})
