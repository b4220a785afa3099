import type { LogEvent } from 'kysely'
import { spanUnderWay } from '../tracing/span.ts'

/** Records a statement in the active trace: its text, and none of its values. */
export function traceStatement(event: LogEvent): void {
  const parent = spanUnderWay()
  if (!parent) return
  const { sql } = event.query
  const [operation = ''] = /^\s*\w+/.exec(sql) ?? []
  const name = operation.trim().toLowerCase()
  const startedAt = performance.timeOrigin + performance.now() - event.queryDurationMillis
  const facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    'db.query.text': sql,
  }
  const span = parent.begin(name || 'sql', 'client', facts, startedAt)
  if (event.level === 'error') span.fail(event.error)
  span.end()
}
