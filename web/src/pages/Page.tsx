import type { Page as PageModel } from '#shared/contracts/page.ts'
import { Sponsored } from '../components/Sponsored.tsx'
import { templateOf } from './templates.ts'

/** A page with its paid links: at its end, or before further links to read. */
export function Page({ page }: { page: PageModel }) {
  const placesThem = page.kind === 'article' || page.kind === 'info'
  const Template = templateOf(page)
  return (
    <>
      <Template page={page} />
      {!placesThem && <Sponsored path={page.path} sponsored={page.sponsored} />}
    </>
  )
}
