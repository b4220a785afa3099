declare const self: ServiceWorkerGlobalScope

// Served in place of the worker when an operator has switched it off. It unregisters itself, and
// deletes everything that any worker of this site has stored.

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(remove())
})

async function remove(): Promise<void> {
  const names = await caches.keys().catch(() => [])
  await Promise.allSettled(names.map((name) => caches.delete(name)))
  // Only pages that a worker controls are reloaded, so each of them is reloaded once.
  const clients = await self.clients.matchAll({ type: 'window' })
  await self.registration.unregister()
  // Not awaited, because the browser may hold back their requests until this worker is active.
  for (const client of clients) client.navigate(client.url).catch(() => {})
}
