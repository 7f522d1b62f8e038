import { Counter, Gauge, type Registry } from 'prom-client'

export type EventMetrics = ReturnType<typeof createEventMetrics>

/** How the streams of events fare, for `GET /metrics`. */
export function createEventMetrics(registry: Registry) {
  const registers = [registry]
  const open = new Gauge({ name: 'event_streams_open', help: 'Open streams of events', registers })
  const sent = new Counter({ name: 'event_messages_total', help: 'Messages put on streams', registers })
  const resyncs = new Counter({
    name: 'event_resyncs_total',
    help: 'Streams that came back too late for what they missed',
    registers,
  })
  const lag = new Gauge({
    name: 'event_lag_seconds',
    help: 'Age of the newest event when it was read',
    registers,
  })
  const held = new Gauge({
    name: 'event_held_back_seconds',
    help: 'How long one transaction has been holding back events; 0 below 5 s',
    registers,
  })
  return {
    streams: (count: number) => open.set(count),
    sent: () => sent.inc(),
    resync: () => resyncs.inc(),
    lag: (seconds: number) => lag.set(seconds),
    heldBack: (seconds: number) => held.set(seconds),
  }
}

/** The same for the health screen: seconds. */
export async function eventFigures(registry: Registry): Promise<{ lag: number; heldBack: number }> {
  const value = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0
  const [lag, heldBack] = await Promise.all([value('event_lag_seconds'), value('event_held_back_seconds')])
  return { lag, heldBack }
}
