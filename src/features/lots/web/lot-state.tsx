import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Outcome as Found, LotState as State } from '../contract.ts'

const STATES: Record<State, Tone> = {
  released: 'good',
  on_hold: 'bad',
  quarantine: 'warn',
  rejected: 'bad',
  expired: 'mute',
}

export function LotState({ children }: { children: State }) {
  const t = useTranslations('lots.states')
  return <Badge tone={STATES[children]}>{t(children)}</Badge>
}

const OUTCOMES: Record<Exclude<Found, 'none'>, Tone> = { pass: 'good', near: 'warn', fail: 'bad' }

/** How a result stands to its specification; nothing where nothing says. */
export function Outcome({ children }: { children: Found }) {
  const t = useTranslations('lots.outcomes')
  if (children === 'none') return null
  return <Badge tone={OUTCOMES[children]}>{t(children)}</Badge>
}
