import type { Portrait } from '#shared/contracts/page.ts'
import { Initials } from './Initials.tsx'

interface AuthorPictureProps {
  name: string
  portrait: Portrait | undefined
  /** Whether the picture is below the first screen. */
  loading?: 'eager' | 'lazy'
}

/** The author's portrait where the roster has one, else their initials in the same size. */
export function AuthorPicture({ name, portrait, loading = 'lazy' }: AuthorPictureProps) {
  if (!portrait) return <Initials name={name} />
  const { src, width, height, alt = name } = portrait
  return (
    <img
      className="initials"
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={loading}
      decoding="async"
      // Words come first; at any other priority React writes a preload link before our markup.
      fetchPriority="low"
    />
  )
}
