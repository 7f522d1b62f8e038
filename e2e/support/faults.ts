import type { BrowserContext } from 'playwright-core'

const expected = new WeakMap<BrowserContext, Set<RegExp>>()
const possible = new WeakMap<BrowserContext, Set<RegExp>>()

/**
 * Collects what goes wrong in any tab: console errors (reports of the content security policy are such), errors that
 * nobody caught, refused and failed requests (`401 POST /api/auth/sign-in/email`).
 */
export function watchFaults(context: BrowserContext) {
  const faults: string[] = []
  const allowed = new Set<RegExp>()
  const passing = new Set<RegExp>()
  expected.set(context, allowed)
  possible.set(context, passing)
  const addressOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url)
  context.on('console', (message) => {
    // The browser's own line about a refused request: the response below says it better.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    faults.push(`console: ${message.text()} at ${addressOf(message.page()?.url() ?? '')}`)
  })
  context.on('weberror', (fault) => faults.push(`error: ${fault.error().stack ?? fault.error()}`))
  context.on('response', (response) => {
    if (response.status() < 400) return
    faults.push(`${response.status()} ${response.request().method()} ${addressOf(response.url())}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // Cancelled by the page itself, or by leaving it.
    if (why === 'net::ERR_ABORTED') return
    faults.push(`failed ${request.method()} ${addressOf(request.url())}: ${why}`)
  })
  return {
    unexpected: () =>
      faults.filter((fault) => ![...allowed, ...passing].some((pattern) => pattern.test(fault))),
    missing: () => [...allowed].filter((pattern) => !faults.some((fault) => pattern.test(fault))),
  }
}

/** The test makes this go wrong on purpose: at least one fault has to match, and those that do are no fault. */
export function expectFault(context: BrowserContext, pattern: RegExp): void {
  expected.get(context)?.add(pattern)
}

/** What two tabs do at the same moment may lead to this, or not: it is no fault either way. */
export function allowFault(context: BrowserContext, pattern: RegExp): void {
  possible.get(context)?.add(pattern)
}
