import { useTranslations } from 'use-intl'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import type { DocumentRequest } from '../../request-contract.ts'

const TONES = { open: 'warn', sent: 'info', accepted: 'good', withdrawn: 'mute' } as const

/** Where a request stands. */
export function RequestState({
  request: { state, overdue },
}: {
  request: Pick<DocumentRequest, 'state' | 'overdue'>
}) {
  const t = useTranslations('documentRequests.states')
  return <Badge tone={overdue ? 'bad' : TONES[state]}>{t(overdue ? 'overdue' : state)}</Badge>
}
