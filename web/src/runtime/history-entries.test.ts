import { describe, expect, test } from 'vitest'
import { openHistory } from './history-entries.ts'

function open({ refuses = false } = {}) {
  const did: string[] = []
  const history = {
    state: undefined as unknown,
    pushState(state: unknown, _title: string, href: string) {
      if (refuses) throw new DOMException('too many', 'SecurityError')
      this.state = state
      did.push(`push ${href}`)
    },
    replaceState(state: unknown, _title: string, href: string) {
      if (refuses) throw new DOMException('too many', 'SecurityError')
      this.state = state
      did.push(`replace ${href}`)
    },
  }
  const location = {
    assign: (href: string) => did.push(`assign ${href}`),
    replace: (href: string) => did.push(`replace document ${href}`),
  }
  const window = { history, location } as unknown as Window
  return { entries: openHistory(window), history, did }
}

describe('entries of the history', () => {
  test('have keys: the first a fixed one, every other a new one', () => {
    const { entries } = open()
    expect(entries.key()).toBe('')
    expect(entries.claim()).toBe(true)
    expect(entries.key()).toBe('initial')
    expect(entries.claim()).toBe(false)
    entries.push('/a')
    expect(entries.key()).toMatch(/^\d+$/)
  })

  test('have keys of their own after a reload too', () => {
    const { entries, history } = open()
    history.state = { key: 'initial' }
    expect(entries.claim()).toBe(false)
    history.state = undefined
    expect(entries.claim()).toBe(true)
    expect(entries.key()).toMatch(/^\d+$/)
  })

  test('that the browser made get a key and keep their other state', () => {
    const { entries, history } = open()
    entries.claim()
    history.state = { foreignKey: 1 }
    expect(entries.claim()).toBe(true)
    expect(history.state).toEqual({ foreignKey: 1, key: expect.stringMatching(/^\d+$/) })
  })

  test('load documents when the browser refuses to add more', () => {
    const { entries, did } = open({ refuses: true })
    entries.push('/a')
    entries.replace('/b')
    expect(did).toEqual(['assign /a', 'replace document /b'])
  })
})
