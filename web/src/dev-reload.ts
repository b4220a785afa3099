// Only `npm run dev` builds this into the boot script (deploy/dev); no other build imports it.

let shown = document.getElementById('hydration-data')?.dataset.build

new EventSource('/__dev').onmessage = ({ data }) => {
  const { build, styles, paths } = JSON.parse(data)
  if (styles) {
    shown = build
    showStyles(styles)
  } else if (build !== shown || paths?.includes(location.pathname)) {
    location.reload()
  }
}

/** Replaces only the styles, so that what the developer has typed and opened stays. */
function showStyles(styles: readonly string[]) {
  const former = document.querySelectorAll('link[rel="stylesheet"]')
  for (const href of styles) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => {
      for (const old of former) old.remove()
    })
    document.head.append(link)
  }
}
