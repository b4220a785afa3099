import type { Portrait } from '#shared/contracts/page.ts'
import { Initials } from './Initials.tsx'

interface AuthorPictureProps {
  name: string
  portrait: Portrait | undefined
  /** How wide the styles of the page show it. */
  sizes: string
  /** Whether the picture is below the first screen. */
  loading?: 'eager' | 'lazy'
}

/** The author's portrait where the roster has one, else their initials in the same size. */
export function AuthorPicture({ name, portrait, sizes, loading = 'lazy' }: AuthorPictureProps) {
  if (!portrait) return <Initials name={name} />
  const { src, width, height, alt = name, choices = [] } = portrait
  return (
    <picture className="portrait">
      {FORMATS.map((type) => {
        const files = choices.filter((choice) => choice.type === type)
        const srcSet = files.map((file) => `${file.src} ${file.width}w`).join(', ')
        return srcSet && <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      })}
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
    </picture>
  )
}

/** Browsers take the first that they know. */
const FORMATS = ['image/avif', 'image/webp'] as const
