import { runEntry } from '../site/run-entry.ts'
import type { TestContent } from './content-service.ts'

/** Runs `content -- pull` in the test's folder, against its service. */
export async function pull(content: TestContent, ...args: string[]) {
  const { server } = content.app
  if (!server.listening) await content.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return runEntry('services/content/content-command.ts', ['pull', ...args], {
    CONTENT_PORT: String(port),
    EDITOR_TOKEN: content.token,
    CONTENT_DIR: content.folder.folder,
  })
}
