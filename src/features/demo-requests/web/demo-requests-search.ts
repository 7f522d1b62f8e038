import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { DEMO_STATES } from '../contract.ts'

/** The address of the inbox (B6). */
export type DemoRequestsSearch = {
  search?: string | undefined
  state?: (typeof DEMO_STATES)[number] | undefined
}

export const readDemoRequestsSearch = (raw: Record<string, unknown>): DemoRequestsSearch => ({
  search: readText(raw.search),
  state: readOneOf(raw.state, DEMO_STATES),
})
