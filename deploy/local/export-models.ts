// Loaded by the threads of an export: see services/render/files/export/model-source.ts.

import { CONTENT_SCHEMA, type Database } from '../../services/content/database/schema.ts'
import { loadPageModels } from '../../services/content/pages/load-page-model.ts'
import type { ContentClient } from '../../services/shared/clients/content-client.ts'
import { connect } from '../../services/shared/database/connect.ts'
import { reasonOf } from '../../services/shared/database/try-again.ts'
import { SiteError } from '../../services/shared/errors.ts'

/** Connections of a thread, which reads one group of pages at a time. */
const CONNECTIONS = 2

export interface ModelSettings {
  databaseUrl: string
}

/** @throws {SiteError} `unavailable` from what it returns, when the pages cannot be read now */
export function openModels({ databaseUrl }: ModelSettings): ContentClient['loadPageModels'] {
  const { read } = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, max: CONNECTIONS })
  return (paths) =>
    loadPageModels(read, paths).catch((cause: unknown) => {
      throw new SiteError('unavailable', `Pages cannot be read: ${reasonOf(cause)}`, { cause })
    })
}
