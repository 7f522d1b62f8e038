import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tabOnly } from './browser-storage.ts'

const STYLE_MISSING = /^Unable to preload CSS for (\S+)/
const MODULE_MISSING = 'Failed to fetch dynamically imported module'
const RETRY_DELAY_MS = 2_000

/**
 * A component that is fetched when it is first shown. A page that is older than the portal asks for parts that are gone:
 * then it is loaded anew, once for each part, and not when the part was only fetched ahead. Without a connection the part comes when
 * there is one, and the page stays: loaded anew, it would be gone.
 */
export const lazyComponent = <Component extends (props: never) => ReactNode>(
  load: () => Promise<{ default: Component }>,
): Component => lazyRouteComponent(() => online().then(load).catch(sayMissing)) as unknown as Component

/** The same for a whole page of the router's. */
export const lazyPage = (load: () => Promise<{ default: () => ReactNode }>): (() => ReactNode) =>
  lazyComponent(load)

/** A part that could not be fetched. The browser remembers that until the page is loaded anew. */
export class MissingModule extends Error {
  override name = 'MissingModule'
}

/** Nothing is asked for before: a browser that could not fetch a part does not ask for it again until the page is loaded anew. */
const online = async (): Promise<void> => {
  if (!navigator.onLine) await new Promise((back) => window.addEventListener('online', back, { once: true }))
}

/** The portal answers: a page that is loaded anew comes. */
async function reached(): Promise<void> {
  await online()
  while (!(await fetch('/', { cache: 'no-store' }).catch(() => undefined))?.ok)
    await new Promise((later) => setTimeout(later, RETRY_DELAY_MS))
}

/** Loads the page anew as soon as there is a portal to load it from. */
export const reload = (): Promise<void> => reached().then(() => window.location.reload())

/** A missing style is a missing part too; the router knows it by the words of a missing module alone. */
async function sayMissing(fault: Error): Promise<never> {
  await reached()
  const style = STYLE_MISSING.exec(fault.message)?.[1]
  throw new MissingModule(style ? `${MODULE_MISSING}: ${style}` : fault.message, { cause: fault })
}

/** The same for what is no component: answers never while the page is loaded anew, and throws the second time. */
export function reloadWhenMissing(fault: Error): Promise<never> {
  const key = `portal.tab.reloaded:${fault.message}`
  if (tabOnly.read(key)) throw fault
  tabOnly.write(key, '1')
  void reload()
  return new Promise(() => {})
}
