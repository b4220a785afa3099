import type { ReactNode } from 'react'

interface SectionProps {
  /** Of the heading. */
  id: string
  heading: string
  headingClass?: string
  className?: string
  children: ReactNode
}

/** A part of a page, named by its heading. */
export function Section({ id, heading, headingClass, className, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className={headingClass}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
