import { expect, onTestFinished, test } from 'vitest'
import type { Picture } from '../../documents/picture.ts'
import { createDrawer, type DrawerOptions } from './draw-in-threads.ts'
import { drawPicture } from './draw-picture.ts'

const picture = (title: string): Picture => ({
  kind: 'article',
  subject: 'a',
  locale: 'ru_RU',
  siteTitle: 'Finlore',
  section: 'Bonds',
  title,
  author: 'Eleanor Whitcombe',
})

function startDrawer(options?: DrawerOptions) {
  const drawer = createDrawer(options)
  onTestFinished(drawer.close)
  return drawer
}

test('a thread draws the same as the main thread', async () => {
  const drawer = startDrawer()
  for (const title of ['One', 'Два']) {
    expect(await drawer.draw(picture(title))).toEqual(drawPicture(picture(title)))
  }
})

test('several threads draw as many pictures at once, each for its request', async () => {
  const drawer = startDrawer({ threads: 2 })
  const titles = ['One', 'Two', 'Three', 'Four', 'Five']
  const drawn = await Promise.all(titles.map((title) => drawer.draw(picture(title))))
  expect(drawn).toEqual(titles.map((title) => drawPicture(picture(title))))
})

test('a request beyond the queue gets Retry-After, and is served later', async () => {
  const drawer = startDrawer({ maxWaiting: 1 })
  const asked = await Promise.allSettled(
    ['One', 'Two', 'Three', 'Four'].map((title) => drawer.draw(picture(title))),
  )
  expect(asked.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(asked[2]).toMatchObject({ reason: { code: 'unavailable' } })
  expect(await drawer.draw(picture('Three'))).toBeInstanceOf(Buffer)
})

test('a picture that takes too long is abandoned, and the next one gets a new thread', async () => {
  const drawer = startDrawer({ jobMs: 1 })
  const [first, second] = await Promise.allSettled([
    drawer.draw(picture('One')),
    drawer.draw(picture('Two')),
  ])
  for (const outcome of [first, second]) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  }
})

test('an idle thread is ended, and started again for work', async () => {
  const drawer = startDrawer({ idleMs: 1 })
  await drawer.draw(picture('One'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await drawer.draw(picture('Two'))).toBeInstanceOf(Buffer)
})

test('waiting requests fail when it is closed', async () => {
  const drawer = startDrawer()
  const waiting = Promise.allSettled([drawer.draw(picture('One')), drawer.draw(picture('Two'))])
  await drawer.close()
  for (const outcome of await waiting) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  }
  await expect(drawer.draw(picture('Three'))).rejects.toMatchObject({ code: 'unavailable' })
})
