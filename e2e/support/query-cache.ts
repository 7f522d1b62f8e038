import type { Page } from 'playwright-core'

type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedProps: { client?: Client } | null }
type Client = { getQueryCache?: () => { getAll(): { state: { data: unknown } }[] } }

/** Everything that the page's query cache holds, as JSON: found from React's root, as its developer tools do. */
export const queryCache = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.getElementById('root') as unknown as Record<string, Fiber>
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$')) ?? ''
    const waiting: (Fiber | null | undefined)[] = [root[key]]
    while (waiting.length > 0) {
      const fiber = waiting.pop()
      if (!fiber) continue
      const cache = fiber.memoizedProps?.client?.getQueryCache?.()
      if (cache) return JSON.stringify(cache.getAll().map(({ state }) => state.data))
      waiting.push(fiber.sibling, fiber.child)
    }
    throw new Error('The page has no query cache')
  })
