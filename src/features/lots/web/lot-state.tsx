import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Lot, LotResult, LotState as State } from '../contract.ts'
import css from './lots.module.css'

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

const OUTCOMES: Record<LotResult['verdict'] | 'near', Tone> = {
  pass: 'good',
  near: 'warn',
  fail: 'bad',
  unjudged: 'warn',
}

/** How a result stands to its specification. */
export function Outcome({ verdict, near }: Pick<LotResult, 'verdict' | 'near'>) {
  const t = useTranslations('lots.outcomes')
  const outcome = near ? 'near' : verdict
  return <Badge tone={OUTCOMES[outcome]}>{t(outcome)}</Badge>
}

/** How the results of a lot stand: all of them pass, or how many fail and are open. */
export function Findings({ lot }: { lot: Pick<Lot, 'tests' | 'outOfSpecification' | 'open'> }) {
  const t = useTranslations('lots.findings')
  const { tests, outOfSpecification: failed, open } = lot
  if (tests === 0) return '–'
  if (failed + open === 0) return t('pass', { passed: tests, tests })
  return (
    <span className={css.findings}>
      {failed > 0 && <Badge tone="bad">{t('fail', { count: failed })}</Badge>}
      {open > 0 && <Badge tone="warn">{t('open', { count: open })}</Badge>}
    </span>
  )
}
