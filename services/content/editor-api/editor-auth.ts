import type { FastifyRequest } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import type { FindEditor } from './editor-tokens.ts'

export type EditorGate = ReturnType<typeof createEditorGate>

/** @param editors returns the function that knows the valid tokens */
export function createEditorGate(editors: () => Promise<FindEditor>) {
  const known = new WeakMap<FastifyRequest, string>()
  return {
    /** A hook that refuses requests without a valid token. */
    async require(request: FastifyRequest): Promise<void> {
      const find = await editors()
      const editor = find(request.headers.authorization)
      if (editor === undefined) {
        throw new SiteError('unauthorized', 'Send the editor token as "Authorization: Bearer …"')
      }
      known.set(request, editor)
    },
    /** The editor who sent a request that was let through. */
    editorOf: (request: FastifyRequest): string | undefined => known.get(request),
  }
}
