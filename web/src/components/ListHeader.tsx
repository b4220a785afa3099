import type { ReactNode } from 'react'
import type { Link } from '#shared/contracts/page.ts'
import { Breadcrumb } from './Breadcrumb.tsx'

interface ListHeaderProps {
  breadcrumb?: readonly Link[]
  title: string
  description?: string | undefined
  children?: ReactNode
}

export function ListHeader({ breadcrumb, title, description, children }: ListHeaderProps) {
  return (
    <div className="page-header">
      <Breadcrumb links={breadcrumb ?? []} />
      <h1>{title}</h1>
      {description && <p className="standfirst">{description}</p>}
      {children}
    </div>
  )
}
