import type { FastifyRequest } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import type { FindEditor } from './editor-tokens.ts'

export interface EditorGate {
  /** A hook that lets editors through and nobody else. */
  require(request: FastifyRequest): Promise<void>
  /** Who was let through with a request. */
  editorOf(request: FastifyRequest): string | undefined
}

/** @param editors whose tokens are valid now */
export function createEditorGate(editors: () => Promise<FindEditor>): EditorGate {
  const known = new WeakMap<FastifyRequest, string>()
  return {
    async require(request) {
      const find = await editors()
      const editor = find(request.headers.authorization)
      if (editor === undefined) {
        throw new SiteError('unauthorized', 'Send the editor token as "Authorization: Bearer …"')
      }
      known.set(request, editor)
    },
    editorOf: (request) => known.get(request),
  }
}
