import type { SessionState } from '../../features/session/web/session-store.ts'
import { type Access, can } from '../../platform/web/access/access.tsx'
import {
  NAVIGATION_GROUPS,
  type NavigationGroup,
  type NavigationItem,
} from '../../platform/web/navigation.ts'
import { accessOf } from './access-of.ts'
import { navigationItems } from './screens.ts'

export type MenuGroup = { group: NavigationGroup; items: NavigationItem[] }

/** The sidebar for one asker: groups in their order, with the items that they may see; no empty group. */
export const menuFor = (access: Access, items = navigationItems): MenuGroup[] =>
  NAVIGATION_GROUPS.map((group) => ({
    group,
    items: items
      .filter((item) => item.group === group && can(access, item))
      .sort((one, other) => one.order - other.order),
  })).filter(({ items: visible }) => visible.length > 0)

/** The item that an address belongs to: the longest that it lies within. */
export const itemAt = (pathname: string, menu: readonly MenuGroup[]): string | undefined =>
  menu
    .flatMap(({ items }) => items.map(({ to }) => to))
    .filter((to) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .toSorted((one, other) => other.length - one.length)[0]

export const firstScreen = (state: SessionState): string | null =>
  state.status === 'in' && state.session.role !== null
    ? (menuFor(accessOf(state.session))
        .flatMap(({ items }) => items)
        .find(({ notFirst }) => !notFirst)?.to ?? null)
    : null
