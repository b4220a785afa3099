import { describe, expect, test } from 'vitest'
import { createService } from './create-service.ts'
import { closeService } from './run-service.ts'

const build = () => createService({ name: 'test', log: { level: 'silent' }, checks: {} })

describe('closeService', () => {
  test('finishes answers in flight, and accepts no more requests', async () => {
    const service = build()
    const [arrived, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    service.app.get('/', async () => {
      arrived.resolve()
      await mayAnswer.promise
      return 'finished'
    })
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const asking = fetch(url)
    await arrived.promise

    const closing = closeService(service, 5_000)
    mayAnswer.resolve()

    expect(await (await asking).text()).toBe('finished')
    await closing
    await expect(fetch(url)).rejects.toThrow()
  })

  test('aborts an answer that takes too long', async () => {
    const service = build()
    const arrived = Promise.withResolvers<void>()
    service.app.get('/', async () => {
      arrived.resolve()
      await Promise.withResolvers<never>().promise
    })
    const asking = fetch(await service.app.listen({ host: '127.0.0.1', port: 0 }))
    const cutOff = expect(asking).rejects.toThrow()
    await arrived.promise

    const started = performance.now()
    await closeService(service, 50)

    await cutOff
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
