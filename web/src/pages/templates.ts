import type { ComponentType } from 'react'
import type { Page } from '#shared/contracts/page.ts'
import { ArticlePage } from './ArticlePage.tsx'
import { InfoPage } from './InfoPage.tsx'
import type { PageProps } from './page-props.ts'

type Kind = Page['kind']
type Template<K extends Kind> = ComponentType<PageProps<K>>
type Templates<K extends Kind> = Readonly<{ [Each in K]: Template<Each> }>

/** The components of texts, which most readers come for. Those of other pages are loaded later. */
const TEXTS = { article: ArticlePage, info: InfoPage }

export type LaterTemplates = Templates<Exclude<Kind, keyof typeof TEXTS>>

let templates: Partial<Templates<Kind>> = TEXTS

export function addTemplates(added: LaterTemplates): void {
  templates = { ...TEXTS, ...added }
}

export const hasTemplate = (kind: string) => Object.hasOwn(templates, kind)

/** @throws when the component is still to be loaded */
export function templateOf({ kind }: Page): Template<Kind> {
  const template = templates[kind]
  if (!template) throw new Error(`The template of ${kind} is not loaded`)
  // The table pairs every kind with the component of its model, but the compiler does not know that
  // the kind of one page selects the component of that page.
  return template as Template<Kind>
}
