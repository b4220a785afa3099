declare const self: ServiceWorkerGlobalScope

// Served in place of the worker when an operator has switched it off: takes it, and all that any
// worker of this address has stored, away from readers.

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(leave())
})

async function leave(): Promise<void> {
  const names = await caches.keys().catch(() => [])
  await Promise.allSettled(names.map((name) => caches.delete(name)))
  // Only those that a worker controls: once loaded again without one, a page is left alone.
  const clients = await self.clients.matchAll({ type: 'window' })
  await self.registration.unregister()
  // Not awaited: the browser may hold back their requests until this worker is active.
  for (const client of clients) client.navigate(client.url).catch(() => {})
}
