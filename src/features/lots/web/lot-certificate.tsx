import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Certificate } from '../contract.ts'

const TONES: Record<Certificate['state'], Tone> = { available: 'good', pending: 'mute', held: 'bad' }

/** How it stands with the certificate of a lot; the way to it where it can be opened. */
export function LotCertificate({ lotNo, certificate }: { lotNo: string; certificate: Certificate }) {
  const t = useTranslations('lots.certificates')
  const { state, documentId } = certificate
  const badge = <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
  if (documentId === null) return badge
  return (
    <Link
      to="/documents/$id"
      params={{ id: String(documentId) }}
      aria-label={t('open', { lot: lotNo })}
      onClick={(event) => event.stopPropagation()}
    >
      {badge}
    </Link>
  )
}
