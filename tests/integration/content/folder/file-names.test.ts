import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { contentTest as test } from '../../../support/content/content-service.ts'
import { runContentCommand } from '../../../support/site/run-content.ts'

const ARTICLES = 'articles/en_US'

test('files with names or folders like those of articles are errors, with the right name [F55, A7]', async ({
  content,
}) => {
  const { folder, databaseUrl } = content
  const before = await content.revision()
  for (const name of ['a.markdown', 'b.MD', 'c.md.txt', 'below/d.md', 'below/further/e.mdx']) {
    await folder.write(`${ARTICLES}/${name}`, 'Not read.')
  }
  await folder.write('info/en_US/f.Md', 'Not read.')
  await folder.write(`${ARTICLES}/notes.txt`, 'For editors only.')
  const env = { CONTENT_DIR: folder.folder, DATABASE_URL: databaseUrl }
  for (const command of ['lint', 'import']) {
    const { exitCode, stdout, stderr } = await runContentCommand([command], env)
    expect(exitCode).toBe(1)
    const said = stdout + stderr
    for (const [name, why, right] of [
      [`${ARTICLES}/a.markdown`, 'name', `${ARTICLES}/a.md`],
      [`${ARTICLES}/b.MD`, 'name', `${ARTICLES}/b.md`],
      [`${ARTICLES}/c.md.txt`, 'name', `${ARTICLES}/c.md`],
      [`${ARTICLES}/below/d.md`, 'folder', `${ARTICLES}/d.md`],
      [`${ARTICLES}/below/further/e.mdx`, 'folder', `${ARTICLES}/e.md`],
      ['info/en_US/f.Md', 'name', 'info/en_US/f.md'],
    ]) {
      expect(said).toMatch(
        `${name}:1: ${command === 'lint' ? 'error ' : ''}E-SCHEMA is not read, because of its ${why}: it must be ${right}\n`,
      )
    }
    expect(said).not.toContain('notes.txt')
  }
  expect(await content.revision()).toBe(before)
})

test('pipes, sockets and folders with the names of texts are errors, and are not read [F55]', async ({
  content,
}) => {
  const { folder, databaseUrl } = content
  const place = (name: string) => path.join(folder.folder, ARTICLES, name)
  await folder.write('ads/README.md', 'Paid links.')
  execFileSync('mkfifo', [place('pipe.md'), path.join(folder.folder, 'ads/ru_RU.json.md')])
  const server = createServer().listen(place('socket.md'))
  onTestFinished(() => void server.close())
  await folder.write(`${ARTICLES}/folder.md/text.md`, 'Not read.')
  execFileSync('mkfifo', [path.join(folder.folder, 'ads/en_US.json')])
  const env = { CONTENT_DIR: folder.folder, DATABASE_URL: databaseUrl }
  for (const command of ['lint', 'import']) {
    const { exitCode, stdout, stderr } = await runContentCommand([command], env)
    expect(exitCode).toBe(1)
    for (const name of ['pipe.md', 'socket.md', 'folder.md']) {
      expect(stdout + stderr).toContain(`${ARTICLES}/${name}:1: `)
    }
    expect(stdout + stderr).toMatch(/ads\/en_US\.json:1: .*E-SCHEMA is no regular file/)
  }
})
