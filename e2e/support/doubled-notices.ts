import type { BrowserContext, Page } from 'playwright-core'

export type Doubled = {
  shown: { title: string; body?: string; click: () => void }[]
  unseen: boolean
  noteShown?: (body: string) => Promise<void>
}

/**
 * A double of the browser's own notices, as one without a window refuses them always: it notes what would be shown, and
 * remembers in all tabs that they were allowed. Whether anybody looks at the tab is said by the test, at first or later.
 */
export const doubleNotices = (context: BrowserContext, { allowed = false, unseen = false } = {}) =>
  context.addInitScript(
    ([allowed, unseen]) => {
      const doubled = window as unknown as Doubled
      doubled.shown = []
      doubled.unseen = unseen
      Object.defineProperty(document, 'hidden', { get: () => doubled.unseen })
      class Noted extends EventTarget {
        onclick?: (event: Event) => void
        static get permission() {
          return allowed || localStorage.getItem('doubled-notices') ? 'granted' : 'default'
        }
        static async requestPermission() {
          localStorage.setItem('doubled-notices', 'allowed')
          return Noted.permission
        }
        constructor(title: string, { body }: NotificationOptions = {}) {
          super()
          doubled.shown.push({
            title,
            ...(body && { body }),
            click: () => this.onclick?.(new Event('click')),
          })
          void doubled.noteShown?.(body ?? '')
        }
        close() {}
      }
      Object.assign(window, { Notification: Noted })
    },
    [allowed, unseen] as const,
  )

/** All that this browser shows from now on, whatever becomes of its tabs. */
export async function noteShown(context: BrowserContext): Promise<string[]> {
  const all: string[] = []
  await context.exposeFunction('noteShown', (body: string) => void all.push(body))
  return all
}
/** What this tab showed. */
export const shown = (page: Page) =>
  page.evaluate(() => (window as unknown as Doubled).shown.map(({ body }) => body))
export const leave = (page: Page, unseen: boolean) =>
  page.evaluate((unseen) => Object.assign(window, { unseen }), unseen)
