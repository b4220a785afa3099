import { expect, test } from 'vitest'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { remarksOnAge } from './check-pictures.ts'

const codesOf = (title: string, today: string, file = 'search.png') => {
  const { outline } = renderMarkdown(`![A](/pictures/${file} "${title}")`, 'Title', 'en_US')
  return [...remarksOnAge(outline.images, today)].map(({ code }) => code)
}

test.each([
  ['Caption. — Screenshot: Test, 2025-11-03', '2026-11-03', []],
  ['Caption. — Screenshot: Test, 2025-11-03', '2026-11-04', ['W-IMAGE-OLD']],
  ['Caption. — Screenshot: Test, 2025-11', '2026-11-30', []],
  ['Caption. — Screenshot: Test, 2025-11', '2026-12-01', ['W-IMAGE-OLD']],
  ['— Снимок: Тест, 2024-02-29', '2026-11-30', ['W-IMAGE-OLD']],
  ['The years 2010-12. — Drawing: Test', '2026-11-30', []],
  ['Caption. — Drawing: Test', '2026-11-30', []],
  ['Caption. — Form 2020-25 of Test', '2026-11-30', []],
])('a picture with the title "%s" has on %s the remarks %j', (title, today, codes) => {
  expect(codesOf(title, today)).toEqual(codes)
  expect(codesOf(title, today, 'search.svg')).toEqual(codes)
})
