import { openRebuildQueues } from '../../../services/shared/queues/open-rebuild-queues.ts'

/** A worker process that takes a job and never ends it: for tests that kill it. */
const [databaseUrl = '', redisUrl, build = ''] = process.argv.slice(2)

const queues = openRebuildQueues({ databaseUrl, redisUrl }, build, {
  onFailure: (error) => process.stderr.write(`${error.message}\n`),
})
queues.work({
  async page() {
    process.stdout.write('began\n')
    await new Promise(() => {})
  },
  async bulk() {},
})
