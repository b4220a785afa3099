import { parseEnv } from '#shared/config.ts'
import { ARTICLE_OPTIONS, requireRequest } from '../generation/article-request.ts'
import { buildPrompt, printPrompt } from '../generation/build-prompt.ts'
import { readSettings } from '../generation/read-settings.ts'
import { type ContentCommand, FolderEnv, readOptions } from './command.ts'

export const promptCommand: ContentCommand = {
  usage: '…',
  summary: `prints the prompt with which a language model writes an article
                     --title TITLE --category SLUG [--subcategory SLUG] [--author NAME]
                     [--slug SLUG] [--locale LOCALE]`,
  async run(args) {
    const { locale, ...wish } = readOptions(args, ARTICLE_OPTIONS)
    const env = { ...process.env, ...(locale && { SITE_LOCALE: locale }) }
    const { CONTENT_DIR, SITE_LOCALE } = parseEnv(FolderEnv, env)
    const settings = await readSettings(CONTENT_DIR, SITE_LOCALE)
    return { output: printPrompt(buildPrompt(requireRequest(wish, settings), settings)) }
  },
}
