import type { ContentClient } from '#shared/clients/content-client.ts'

type LoadPageModels = ContentClient['loadPageModels']

/**
 * Where the threads of an export read page models themselves: a group of models is more than a
 * megabyte, and asking content for it takes as long as rendering half of its pages.
 */
export interface ModelSource {
  /** Address of a module with a function `openModels`, which takes the settings. */
  module: string
  /** Plain data. */
  settings: unknown
}

const opened = new Map<string, Promise<LoadPageModels>>()

/** Opens a source once in each thread. */
export function openModelSource(source: ModelSource): Promise<LoadPageModels> {
  const name = JSON.stringify(source)
  const models = opened.get(name) ?? open(source)
  opened.set(name, models)
  return models
}

async function open({ module, settings }: ModelSource): Promise<LoadPageModels> {
  const loaded: { openModels(settings: unknown): LoadPageModels } = await import(module)
  return loaded.openModels(settings)
}
