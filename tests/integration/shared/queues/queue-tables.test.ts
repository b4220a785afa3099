import { onTestFinished, test } from 'vitest'
import { migrateQueue } from '../../../../services/shared/queues/migrate-queue.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'

test("the queue's tables can be migrated by several processes at once, and again", async () => {
  const fresh = await createTestDatabase('template1')
  onTestFinished(() => fresh.drop())

  await Promise.all([migrateQueue(fresh.url), migrateQueue(fresh.url), migrateQueue(fresh.url)])
  await migrateQueue(fresh.url)
})
