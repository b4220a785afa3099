import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { boundUnread } from './unread-answers.ts'

test('those who have been taking their answers the longest are cut off, and only as many as need be', () => {
  const { add } = boundUnread(100)
  const cutOff: string[] = []
  const answer = (name: string, bytes: number) => {
    const closing = new EventEmitter()
    const close = () => closing.emit('close')
    add(
      {
        destroyed: false,
        once: (event, listener) => closing.once(event, listener),
        destroy() {
          cutOff.push(name)
          close()
        },
      },
      bytes,
    )
    return { close }
  }
  const taken = answer('taken', 60)
  taken.close()
  answer('first', 60)
  answer('second', 30)
  expect(cutOff).toEqual([])
  answer('third', 50)
  expect(cutOff).toEqual(['first'])
  answer('whole', 1_000)
  expect(cutOff).toEqual(['first', 'second', 'third', 'whole'])
})
