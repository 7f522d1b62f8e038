import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Citation, Turn } from '../contract.ts'
import css from './assistant.module.css'
import { PortalLink } from './portal-link.tsx'
import { ProposalCard } from './proposal-card.tsx'

/** A question and its answer, as text whatever stands in them; below, where in the portal it stands. */
export function Exchange({ turn, action }: { turn: Turn; action?: ReactNode }) {
  const t = useTranslations('assistant')
  const formats = useFormats()
  const by = turn.answeredBy === 'built_in' ? t('builtIn') : t('provider')
  return (
    <>
      <li data-own>
        <span className={css.by}>{[t('you'), formats.dateTime(turn.askedAt)].join(' · ')}</span>
        <p className={css.bubble}>{turn.question}</p>
      </li>
      <li>
        <span className={css.by}>{[t('assistant'), by].join(' · ')}</span>
        <p className={css.bubble} lang={turn.language}>
          {turn.answer}
        </p>
        {action}
        {turn.outcome === 'stopped' && <span className={css.by}>{t('stopped')}</span>}
        {turn.citations.length > 0 && <Citations links={turn.citations} />}
        {turn.proposal && <ProposalCard turn={turn} proposal={turn.proposal} />}
      </li>
    </>
  )
}

function Citations({ links }: { links: Citation[] }) {
  const t = useTranslations('assistant')
  return (
    <nav aria-label={t('sources')}>
      <ul className={css.links}>
        {links.map(({ label, href }) => (
          <li key={`${href} ${label}`}>
            <PortalLink href={href} label={label} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
