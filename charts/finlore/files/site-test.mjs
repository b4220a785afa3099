import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'

/**
 * `helm test`: checks what readers rely on through the ingress of the release. Settings:
 *
 *   INGRESS_URL    such as http://site-ingress:8080
 *   PRIVATE_PORTS  HOST:PORT of every port that must be closed to readers, separated by spaces
 */
const { INGRESS_URL = 'http://127.0.0.1:8080', PRIVATE_PORTS = '' } = process.env
const ANSWER_MS = 10_000
const CONNECT_MS = 2_000

const get = (path, options = {}) =>
  fetch(new URL(path, INGRESS_URL), {
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
    ...options,
  })

/** The newest article in the site's feed. */
async function newestArticle() {
  const answer = await get('/feed.json')
  assert.equal(answer.status, 200, 'the feed is there')
  const [item] = (await answer.json()).items
  assert.ok(item, 'the site has an article; has the content been imported?')
  return { path: new URL(item.url).pathname, title: item.title }
}

/** @returns `undefined` if there is no answer */
async function answerAt(path) {
  try {
    const answer = await get(path)
    const { status, headers } = answer
    return { status, isSaved: headers.has('x-saved-copy'), text: await answer.text() }
  } catch {
    return undefined
  }
}

/**
 * The connections between components that are blocked, found by what readers get. A pod that needs another
 * one does not become ready without it, so requests to its Service fail.
 */
async function closedFlows() {
  // Render answers this without another service.
  const ownPage = await answerAt('/page-data/404.html/page-data.json')
  if (!ownPage) return [`test → ingress: ${INGRESS_URL} does not answer`]
  const closed = []
  if (ownPage.status !== 200 || ownPage.isSaved) {
    closed.push('ingress → render, or render is not ready, for lack of content')
  } else if ((await answerAt(`/articles/nobody-has-${randomUUID()}`))?.status === 503) {
    // Only content knows this address; render remembers answers of content, so it is a new one each time.
    closed.push('render → content')
  }

  const search = await answerAt('/api/search?q=fund')
  if (search?.text.includes('titles are still being loaded')) closed.push('search → content')
  else if (search?.status !== 200) {
    closed.push('ingress → search, or search is not ready, for lack of content')
  } else if (closed.length === 0) {
    const { path, title } = await newestArticle()
    const query = new URLSearchParams({ q: wordsOf(title).slice(0, 4).join(' ') })
    const page = await answerAt(`/search?${query}`)
    if (!page?.text.includes(`href="${path}"`)) closed.push('render → search')
  }
  return closed
}

/** As titles are compared: ignoring case. */
const fold = (text) => text.normalize('NFKC').toLocaleLowerCase()
const wordsOf = (title) => title.match(/[\p{L}\p{N}]{3,}/gu) ?? []

test('every flow that readers need is open', async () => {
  const closed = await closedFlows()
  assert.ok(closed.length === 0, `closed: ${closed.join('; ')}`)
})

test('the home page is there', async () => {
  const answer = await get('/')

  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(await answer.text(), /<main[\s>]/)
})

test('an article is there', async () => {
  const { path } = await newestArticle()
  const answer = await get(path)

  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /<article[\s>]/)
})

test('the data of a page has its shape', async () => {
  const { path } = await newestArticle()
  const answer = await get(`/page-data${path.replace(/\/$/, '')}/page-data.json`)

  assert.equal(answer.status, 200)
  const data = await answer.json()
  assert.equal(data.path.replace(/\/$/, ''), path.replace(/\/$/, ''))
  for (const key of ['componentChunkName', 'result', 'staticQueryHashes', 'slicesMap']) {
    assert.ok(key in data, `${key} is missing`)
  }
})

test('the search finds an article by all its words, and nothing that lacks one', async () => {
  const { path, title } = await newestArticle()
  const words = wordsOf(title).slice(0, 4)
  const answer = await get(`/api/search?${new URLSearchParams({ q: words.join(' '), limit: 50 })}`)

  assert.equal(answer.status, 200)
  const { hits } = await answer.json()
  assert.ok(
    hits.some((hit) => hit.path.replace(/\/$/, '') === path.replace(/\/$/, '')),
    `"${words.join(' ')}" does not find ${path}`,
  )
  for (const hit of hits) {
    for (const word of words) assert.ok(fold(hit.title).includes(fold(word)), hit.title)
  }
})

test('an unknown path is not found, with a page that says so', async () => {
  const answer = await get('/no-such-page-of-a-test')

  assert.equal(answer.status, 404)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
})

test('every answer has the headers that protect readers', async () => {
  for (const path of ['/', '/no-such-page-of-a-test', '/api/search?q=fund']) {
    const { headers } = await get(path)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.ok(headers.get('referrer-policy'), path)
    assert.equal(headers.get('set-cookie'), null, path)
  }
})

test('nothing private is reached through the ingress', async () => {
  for (const path of [
    '/livez',
    '/readyz',
    '/metrics',
    '/jobs',
    '/changes',
    '/page-models',
    '/titles',
  ]) {
    assert.equal((await get(path)).status, 404, path)
  }
  const edit = await get('/articles/a-test', { method: 'PUT', body: '{}' })
  assert.ok([404, 405, 413].includes(edit.status), `PUT is answered ${edit.status}`)
})

test('no private port can be connected to', async () => {
  const open = []
  for (const address of PRIVATE_PORTS.split(' ').filter(Boolean)) {
    if (await takesConnections(address)) open.push(address)
  }
  assert.deepEqual(open, [])
})

async function takesConnections(address) {
  const [host, port] = address.split(':')
  const socket = connect({ host, port: Number(port) })
  const connected = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.setTimeout(CONNECT_MS, () => resolve(false))
  })
  socket.destroy()
  return connected
}
