const ID = 'page-progress'

/** Shows that a click was heard and its page is on the way. */
export function showProgress(): void {
  if (document.getElementById(ID)) return
  const bar = document.createElement('div')
  bar.id = ID
  // It is announced in words.
  bar.ariaHidden = 'true'
  document.body.append(bar)
}

export function hideProgress(): void {
  document.getElementById(ID)?.remove()
}
