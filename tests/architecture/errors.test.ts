import { expect, test } from 'vitest'
import { errorsPage, readErrorsPage } from '../support/source/errors-page.ts'

test('the page of errors has every code as the tables of the code have it', async () => {
  expect(await readErrorsPage(), 'run tests/architecture/write-errors.ts').toBe(errorsPage())
})
