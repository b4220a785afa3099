import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCopyLink } from './copy-link.ts'

/** The interfaces of a browser that the island needs. */
class Button {
  dataset: Record<string, string> = { copyPath: '/articles/a', copyPrompt: '' }
  closest = () => this
  querySelector = () => ({ textContent: 'Copied' })
}

const announcer = { textContent: '' }
const listeners = new Map<string, (event: unknown) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', Button)
  vi.stubGlobal('location', { href: 'https://finlore.example/articles/a' })
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  vi.stubGlobal('document', {
    addEventListener: (name: string, listener: (event: unknown) => void) =>
      void listeners.set(name, listener),
    getElementById: () => announcer,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a copy is confirmed for 3000 ms: at 2999 ms it is, at 3000 ms it is not [M-405, M-903]', async () => {
  startCopyLink()
  const button = new Button()
  listeners.get('click')?.({ target: button })
  await vi.advanceTimersByTimeAsync(0)
  expect([button.dataset.copied, announcer.textContent]).toEqual(['', 'Copied'])

  await vi.advanceTimersByTimeAsync(2_999)
  expect([button.dataset.copied, announcer.textContent]).toEqual(['', 'Copied'])
  await vi.advanceTimersByTimeAsync(1)
  expect([button.dataset.copied, announcer.textContent]).toEqual([undefined, ''])
})
