import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolFigures } from './database/pool.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What `GET /metrics` shows, in the Prometheus text format. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Seconds until the answer began',
    labelNames: ['method', 'route'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    registry,
    /** Connections to the database by pool: `open`, `idle`, and requests `waiting` for one. */
    watchConnections(read: () => Record<string, PoolFigures>) {
      new Gauge({
        name: 'database_connections',
        help: 'Connections to the database',
        labelNames: ['pool', 'state'] as const,
        registers: [registry],
        collect() {
          for (const [pool, figures] of Object.entries(read()))
            for (const [state, count] of Object.entries(figures)) this.set({ pool, state }, count)
        },
      })
    },
    /** `route` is a pattern, never an address: addresses hold ids and would make a series each. */
    answered(method: string, route: string, status: number, elapsedSeconds: number) {
      requests.inc({ method, route, status: String(status) })
      seconds.observe({ method, route }, elapsedSeconds)
    },
  }
}
