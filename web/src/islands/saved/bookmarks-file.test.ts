import { expect, test } from 'vitest'
import { bookmarksFile } from './bookmarks-file.ts'

test('is a list of whole addresses with the seconds of their saving, its words escaped', () => {
  const file = bookmarksFile(
    [
      {
        path: '/articles/a',
        title: 'Stocks & <bonds>',
        description: 'What is “safe”?',
        savedAt: '2026-11-28T10:00:00.500Z',
      },
    ],
    { title: 'Saved articles', origin: 'https://finlore.example' },
  )
  expect(file).toBe(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Saved articles</TITLE>
<H1>Saved articles</H1>
<DL><p>
<DT><A HREF="https://finlore.example/articles/a" ADD_DATE="1795860000">Stocks &amp; &lt;bonds&gt;</A>
<DD>What is “safe”?
</DL><p>
`)
})
