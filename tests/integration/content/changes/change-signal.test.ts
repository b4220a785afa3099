import { getEventListeners } from 'node:events'
import { expect } from 'vitest'
import { listenForChanges } from '../../../../services/content/changes/change-signal.ts'
import { articleDraft, contentTest as test } from '../../../support/content/content-service.ts'

test('waiting for one commit after the other leaks no listeners', async ({ content }) => {
  const signal = listenForChanges(content.databaseUrl)
  const stopping = new AbortController()
  for (let number = 0; number < 3; number++) {
    const waiting = signal.wait(10_000, stopping.signal)
    await content.commit('PUT', '/articles/text', articleDraft({ body: `Text ${number}.` }))
    await waiting
  }
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  await signal.close()
})
