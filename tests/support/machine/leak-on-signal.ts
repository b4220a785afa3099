/** Loaded before a process of the site: on SIGUSR2 it allocates memory until there is none left. */
const leaked: unknown[] = []

process.on('SIGUSR2', () => {
  setInterval(() => {
    for (let count = 0; count < 20; count += 1) leaked.push(new Array(50_000).fill(count + 0.5))
  }, 5)
})
