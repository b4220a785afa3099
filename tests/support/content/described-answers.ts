import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { reasonsAgainst } from '../../../services/shared/check-shape.ts'

/** The parts of an OpenAPI document that tests look at. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
export interface Operation {
  summary?: string
  tags?: string[]
  parameters?: {
    name: string
    in: string
    description?: string
    schema?: { description?: string }
  }[]
  requestBody?: object
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/**
 * Compares every answer of the described routes with the API's own description of it.
 *
 * @returns what is not as described, filled as requests are answered
 */
export function watchAnswers(app: FastifyInstance): string[] {
  const mistakes: string[] = []
  app.addHook('onSend', async ({ server, method, routeOptions }, { statusCode }, payload) => {
    const swagger: unknown = Reflect.get(server, 'swagger')
    if (typeof swagger !== 'function' || typeof payload !== 'string' || method === 'HEAD') return
    const document: ApiDocument = swagger()
    const path = (routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation) return
    const schema = operation.responses[statusCode]?.content?.['application/json']?.schema
    const place = `${method} ${path} ${statusCode}`
    if (!schema) mistakes.push(`${place} is not described`)
    const definition = statusCode < 400 ? schema : document.components.schemas.Problem
    const answer: unknown = isText(definition) ? payload : JSON.parse(payload)
    const reasons = definition
      ? reasonsAgainst(Type.Unsafe(Object(withoutOthers(definition))), answer)
      : []
    for (const { field, message } of reasons) mistakes.push(`${place} ${field} ${message}`)
  })
  return mistakes
}

/** Whether an answer is a file, to the byte. */
const isText = (schema: object | undefined) =>
  schema !== undefined && 'type' in schema && schema.type === 'string'

/** The same schema for an object with the described fields only, unless it says itself what else it has. */
function withoutOthers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOthers)
  if (typeof schema !== 'object' || schema === null) return schema
  const { properties, ...others } = { properties: undefined, ...schema }
  const inner = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, withoutOthers(value)]),
  )
  if (typeof properties !== 'object') return inner
  const fields = Object.entries(Object(properties)).map(([name, field]) => [
    name,
    withoutOthers(field),
  ])
  return { additionalProperties: false, ...inner, properties: Object.fromEntries(fields) }
}
