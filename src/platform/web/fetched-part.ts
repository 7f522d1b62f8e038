import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tabOnly } from './browser-storage.ts'

const STYLE_MISSING = /^Unable to preload CSS for (\S+)/
const MODULE_MISSING = 'Failed to fetch dynamically imported module'

/**
 * A component that is fetched when it is first shown. A page that is older than the portal asks for parts that are gone:
 * then it is loaded anew, once for each part, and not when the part was only fetched ahead.
 */
export const fetchedPart = <Part extends (props: never) => ReactNode>(
  load: () => Promise<{ default: Part }>,
): Part => lazyRouteComponent(() => load().catch(sayMissing)) as unknown as Part

/** The same for a whole page of the router's. */
export const fetchedPage = (load: () => Promise<{ default: () => ReactNode }>): (() => ReactNode) =>
  fetchedPart(load)

/** A part that could not be fetched. The browser remembers that until the page is loaded anew. */
export class MissingPart extends Error {
  override name = 'MissingPart'
}

/** A missing style is a missing part too; the router knows it by the words of a missing module alone. */
function sayMissing(fault: Error): never {
  const style = STYLE_MISSING.exec(fault.message)?.[1]
  throw new MissingPart(style ? `${MODULE_MISSING}: ${style}` : fault.message, { cause: fault })
}

/** The same for what is no component: answers never while the page is loaded anew, and throws the second time. */
export function reloadWhenMissing(fault: Error): Promise<never> {
  const key = `portal.tab.reloaded:${fault.message}`
  if (tabOnly.read(key)) throw fault
  tabOnly.write(key, '1')
  window.location.reload()
  return new Promise(() => {})
}
