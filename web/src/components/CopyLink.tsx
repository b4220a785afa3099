import { useStrings } from '../strings/strings-context.ts'

/**
 * A button that copies the page's address. `islands/copy-link.ts` copies, and shows the second of
 * the two texts for a while. The style hides the button where no script runs.
 */
export function CopyLink({ path }: { path: string }) {
  const strings = useStrings()
  return (
    <button
      // With its own key, the button of the next page does not start as copied.
      key={path}
      type="button"
      className="copy-link"
      data-copy-path={path}
      data-copy-prompt={strings.copyPrompt('{keys}')}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M10 13.5a4.5 4.5 0 0 0 6.6.4l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.6 1.6M14 10.5a4.5 4.5 0 0 0-6.6-.4l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.6-1.6" />
      </svg>
      <span className="copy-link-texts">
        <span className="copy-link-idle">{strings.copyLink}</span>
        <span className="copy-link-done">{strings.copied}</span>
      </span>
    </button>
  )
}
