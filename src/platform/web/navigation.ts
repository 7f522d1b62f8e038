import type { ComponentType } from 'react'
import type { Requirement } from './access/access.tsx'
import type { Messages } from './i18n/messages.ts'

/** Groups of the sidebar, in their order; one without a visible item does not appear. */
export const NAVIGATION_GROUPS = [
  'home',
  'buy',
  'money',
  'documents',
  'help',
  'account',
  'administration',
] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

/** What a feature declares in `web/navigation.ts` so that its screen has a place in the menu. */
export type NavigationItem = Requirement & {
  to: string
  /** Key in `nav` of the messages. */
  label: keyof Messages['nav']
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  group: NavigationGroup
  /** Place within its group. */
  order: number
  /** Open to everybody, and nobody’s first screen. */
  notFirst?: true
}
