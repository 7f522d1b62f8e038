/** The tenant that the screen was rendered for: a number, or null for "all clients"; undefined before a session. */
let rendered: number | null | undefined

export function renderFor(tenantId: number | null | undefined) {
  rendered = tenantId
}

/** `X-Portal-Tenant`: an assertion, never a choice (A7). */
export const tenantAssertion = (): string | null =>
  rendered === undefined ? null : String(rendered ?? 'all')
