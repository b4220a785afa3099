import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type ContentFolder, copyContent } from '../content/content-folder.ts'
import { buildAnswer } from '../content/written-articles.ts'
import {
  type ChatReply,
  type ChatServer,
  startChatServer,
  streamed,
} from '../servers/chat-server.ts'

/** The API key of the language model. */
export const KEY = 'sk-secret-0987654321'
export const GOOD = streamed(buildAnswer())
/** Options of an article. */
export const BOND = ['--title', 'What a bond pays', '--category', 'investment-dictionaries']

export interface PreparedGenerate {
  content: ContentFolder
  chat: ChatServer
  env: Record<string, string>
}

/** Prepares a folder, a language model and an environment for the command. */
export async function prepareGenerate(reply: ChatReply): Promise<PreparedGenerate> {
  const content = await copyContent()
  onTestFinished(content.dispose)
  await rm(path.join(content.folder, 'drafts'), { recursive: true, force: true })
  const chat = await startChatServer(reply)
  const env = {
    CONTENT_DIR: content.folder,
    SITE_LOCALE: 'en_US',
    LLM_URL: chat.url,
    LLM_KEY: KEY,
    LLM_MODEL: 'a-model',
  }
  return { content, chat, env }
}

/** Names of files. */
export const draftsIn = ({ folder }: ContentFolder): Promise<string[]> =>
  readdir(path.join(folder, 'drafts/en_US')).then(
    (names) => names.sort(),
    () => [],
  )
