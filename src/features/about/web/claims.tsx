import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { textIn } from '../../../platform/contract/languages.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Claim } from '../claims-contract.ts'
import css from './about.module.css'
import { claimsQuery } from './roadmap-queries.ts'

type ClaimsProps = { actions?: ReactNode; actionsOf?: (claim: Claim) => ReactNode }

/** What is claimed of the portal: enforced, with its test; or answered for by the operator, since a day. */
export function Claims({ actions, actionsOf }: ClaimsProps) {
  const t = useTranslations('about')
  const formats = useFormats()
  const { data, error, refetch } = useQuery(claimsQuery)
  return (
    <Panel title={t('safetyTitle')} note={t('safetyNote')} busy={!data && !error} actions={actions}>
      {error && !data && (
        <ErrorCard
          title={t('claimsNotLoaded')}
          failure={error}
          onRetry={() => void refetch()}
          framed={false}
        />
      )}
      {data?.items.length === 0 && <p>{t('noClaims')}</p>}
      <ul className={css.claims}>
        {data?.items.map((claim) => (
          <li key={claim.id}>
            {textIn(claim.texts, formats.locale)}
            {claim.proof ? (
              <code>{claim.proof}</code>
            ) : (
              <small>{t('statedOn', { date: formats.date(claim.statedOn) })}</small>
            )}
            {actionsOf?.(claim)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
