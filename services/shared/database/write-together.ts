import type { ClientBase } from 'pg'

/**
 * Lets a connection write all statements of one turn of the event loop at once, instead of each by
 * itself: writing to a socket costs about as much as making a small statement.
 */
export function writeTogether(client: ClientBase): void {
  client.query = new Proxy(client.query, {
    apply(query, self, values) {
      const { stream } = Reflect.get(client, 'connection')
      stream.cork()
      process.nextTick(() => stream.uncork())
      return Reflect.apply(query, self, values)
    },
  })
}
