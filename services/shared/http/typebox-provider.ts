import type { FastifyTypeProvider } from 'fastify'
import type { Static, TSchema } from 'typebox'

/** Lets Fastify infer handler types from TypeBox schemas. */
export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}
