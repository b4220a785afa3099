import { parseArgs } from 'node:util'
import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { ARTICLE_OPTIONS, describeReasons, wishOf } from '../generation/article-options.ts'
import { resolveRequest } from '../generation/article-request.ts'
import { buildPrompt, printPrompt } from '../generation/build-prompt.ts'
import { readSettings } from '../generation/read-settings.ts'
import { type ContentCommand, readUsage } from './command.ts'
import { FolderEnv } from './folder-env.ts'

export const promptCommand: ContentCommand = {
  usage: '…',
  summary: `prints what to ask a language model for, so that it writes an article
                     --title TITLE --category SLUG [--subcategory SLUG] [--author NAME]
                     [--slug SLUG] [--locale LOCALE]`,
  async run(args) {
    const options = readOptions(args)
    const env = { ...process.env, ...(options.locale && { SITE_LOCALE: options.locale }) }
    const { CONTENT_DIR, SITE_LOCALE } = parseEnv(Type.Object(FolderEnv.properties), env)
    const settings = await readSettings(CONTENT_DIR, SITE_LOCALE)
    const resolved = resolveRequest(wishOf(options), settings)
    if ('reasons' in resolved) throw new Error(describeReasons(resolved.reasons))
    return { output: printPrompt(buildPrompt(resolved.request, settings)) }
  },
}

const readOptions = (args: readonly string[]) =>
  readUsage(() => parseArgs({ args: [...args], options: ARTICLE_OPTIONS }).values)
