import { Gauge, type Registry } from 'prom-client'

/** Adds figures that are read when somebody looks. */
export const observeWith =
  (registry: Registry) =>
  (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
