import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RULES } from '../../../../services/content/drafts/rules.ts'
import {
  ERRORS,
  type MadeFolder,
  makeFolder,
  WARNINGS,
} from '../../../support/content/mistaken-content.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const COMMAND = path.join(ROOT, 'services/content/content-command.ts')

let clean: MadeFolder
let errors: MadeFolder
let warnings: MadeFolder
beforeAll(async () => {
  ;[clean, errors, warnings] = await Promise.all([
    makeFolder(),
    makeFolder(ERRORS),
    makeFolder(WARNINGS),
  ])
})
afterAll(() => Promise.all([clean, errors, warnings].map((made) => made.dispose())))

const runLint = (folder: string, ...args: string[]) => lintAs({}, folder, ...args)

async function lintAs(settings: Record<string, string>, folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, 'lint', ...args], {
    cwd: ROOT,
    env: { ...process.env, CONTENT_DIR: folder, SITE_LOCALE: 'en_US', ...settings },
    timeout: 30_000,
  })
  let [output, complaints] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const [code] = await once(child, 'close')
  return { code, output, complaints }
}

/** The parts of SARIF 2.1.0 that are used here, as strict as the standard. */
const Sarif = Type.Object({
  $schema: Type.String({ format: 'uri' }),
  version: Type.Literal('2.1.0'),
  runs: Type.Array(
    Type.Object(
      {
        tool: Type.Object({
          driver: Type.Object({
            name: Type.String({ minLength: 1 }),
            rules: Type.Array(
              Type.Object(
                {
                  id: Type.String(),
                  shortDescription: Type.Object({ text: Type.String({ minLength: 1 }) }),
                  help: Type.Object({ text: Type.String({ pattern: 'docs/errors\\.md#[ew]-' }) }),
                  defaultConfiguration: Type.Object({
                    level: Type.Enum(['error', 'warning', 'note']),
                  }),
                },
                { additionalProperties: false },
              ),
            ),
          }),
        }),
        columnKind: Type.Literal('utf16CodeUnits'),
        results: Type.Array(
          Type.Object(
            {
              ruleId: Type.String(),
              ruleIndex: Type.Integer({ minimum: 0 }),
              level: Type.Enum(['error', 'warning', 'note']),
              message: Type.Object({ text: Type.String({ minLength: 1 }) }),
              locations: Type.Array(
                Type.Object({
                  physicalLocation: Type.Object({
                    artifactLocation: Type.Object({
                      uri: Type.String({ format: 'uri-reference' }),
                      uriBaseId: Type.Optional(Type.Literal('%SRCROOT%')),
                    }),
                    region: Type.Object({ startLine: Type.Integer({ minimum: 1 }) }),
                  }),
                }),
                { minItems: 1 },
              ),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    { minItems: 1 },
  ),
})

describe('npm run content -- lint', () => {
  test('fails on errors and reports each with its position', async () => {
    const { code, output } = await runLint(errors.folder)

    expect(code).toBe(1)
    const lines = output.split('\n')
    for (const { file, line, code: rule } of errors.expected) {
      expect(
        lines.filter((text) => text.startsWith(`${file}:${line}: error ${rule} `)),
      ).toHaveLength(1)
    }
    expect(output).toMatch(/\n\d+ articles of en_US: 30 errors, \d+ warnings?\n$/)
  })

  test('succeeds on warnings', async () => {
    const { code, output } = await runLint(warnings.folder)
    expect(code).toBe(0)
    expect(output).toMatch(/w-thin\.md:\d+: warning W-THIN body has \d+ words/)
  })

  test('finds addresses that are examples where search engines list the site', async () => {
    const shipped = path.join(ROOT, 'content')
    expect((await runLint(shipped)).code).toBe(0)
    const { code, output } = await lintAs({ INDEXING: 'on' }, shipped)
    expect(code).toBe(1)
    expect(output).toContain('site.yaml:12: error E-EXAMPLE contacts.email has finlore.example')
    expect(output).toContain('docs/errors.md says what each code means, and what to do')
  })

  test('checks all languages on request, and reports once what concerns them all', async () => {
    for (const part of ['articles', 'authors', 'categories', 'page-seo', 'info']) {
      for (const locale of ['ru_RU', 'tr_TR']) {
        const end = ['articles', 'info'].includes(part) ? '' : '.yaml'
        await cp(
          path.join(clean.folder, part, `en_US${end}`),
          path.join(clean.folder, part, `${locale}${end}`),
          { recursive: true },
        )
      }
    }
    const { code, output } = await runLint(clean.folder, '--all-locales')
    expect({ code, output }).toEqual({
      code: 0,
      output: '6 articles of en_US, ru_RU, tr_TR: nothing is wrong\n',
    })

    await clean.dispose()
    const gone = await runLint(clean.folder, '--all-locales')
    expect(gone.code).toBe(1)
    expect(gone.output.match(/^site\.yaml:1: error E-SCHEMA is missing$/gm)).toHaveLength(1)
  })

  test('writes JSON', async () => {
    const { code, output } = await runLint(errors.folder, '--format', 'json')
    const report = JSON.parse(output)

    expect(code).toBe(1)
    expect(report).toMatchObject({ version: 1, locales: ['en_US'], leftOut: 0 })
    expect(report.counts.error).toBe(errors.expected.length)
    expect(report.problems).toContainEqual({
      file: 'articles/en_US/e-link-int.md',
      line: expect.any(Number),
      level: 'error',
      code: 'E-LINK-INT',
      message: expect.stringContaining('/articles/cleen'),
    })
  })

  test('writes SARIF', async () => {
    const { code, output } = await runLint(errors.folder, '--format', 'sarif')
    const log: unknown = JSON.parse(output)

    expect(code).toBe(1)
    expect(Value.Errors(Sarif, log)).toEqual([])
    if (!Value.Check(Sarif, log)) return
    const [run] = log.runs
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(Object.keys(RULES))
    for (const { ruleId, ruleIndex } of run?.results ?? []) {
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
    }
    const found = run?.results.filter(({ level }) => level === 'error') ?? []
    expect(found).toHaveLength(errors.expected.length)
    const [location] = found[0]?.locations ?? []
    // The folder lies outside of the checkout.
    expect(location?.physicalLocation.artifactLocation.uri).toMatch(/^file:\/\/\/.*\.md$|\.yaml$/)
  })

  test('names files relative to the checkout', async () => {
    const inside = path.relative(ROOT, path.join(ROOT, 'tests/no-such-folder'))
    const { output } = await runLint(inside, '--format', 'sarif')
    expect(output).toContain('"uri": "tests/no-such-folder/site.yaml"')
    expect(output).toContain('"uriBaseId": "%SRCROOT%"')
  })

  test.each([['--format', 'xml'], ['--formt', 'json'], ['more']])(
    'refuses %s %s',
    async (...args) => {
      const { code, output, complaints } = await runLint(errors.folder, ...args)
      expect({ code, output }).toEqual({ code: 2, output: '' })
      expect(complaints).toMatch(/^\S.*\n\nUsage: npm run content/s)
    },
  )
})
