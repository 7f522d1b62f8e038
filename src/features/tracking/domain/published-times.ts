/** What the manufacturer publishes of itself, in days (source, section 2). */
export const PUBLISHED_TIMES = { processing: { from: 1, to: 2 }, delivery: 5 } as const

/** A shipment without a carrier event is at risk so many days before its estimate. */
export const AT_RISK_DAYS = 2
