import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { FactorSetUp } from './factor-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { renewRecoveryCodes } from './second-factor-api.ts'
import { sessionApi } from './session-api.ts'

const secondFactorQuery = queryOptions({
  queryKey: ['own-second-factor'],
  queryFn: ({ signal }) => sessionApi.secondFactor({}, { signal }),
})

type Doing = { what: 'set-up' | 'remove' } | { what: 'codes'; codes: string[] }

/** With fewer left, it is time for new ones. */
const FEW_CODES = 3

/** The asker's authenticator app and recovery codes. */
export function SecondFactorPanel() {
  const t = useTranslations('secondFactor')
  const formats = useFormats()
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [busy, setBusy] = useState(false)
  const end = () => {
    setDoing(null)
    void refetch()
  }
  const renew = async () => {
    setBusy(true)
    try {
      setDoing({ what: 'codes', codes: await renewRecoveryCodes() })
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    setBusy(false)
  }
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const set = data?.enrolledAt
  const app = {
    key: 'app',
    title: (
      <>
        {t('app')} <Badge tone={set ? 'good' : 'mute'}>{t(set ? 'on' : 'off')}</Badge>
      </>
    ),
    facts: [
      set ? t('since', { at: formats.dateTime(set) }) : t('why'),
      ...(data?.needed ? [t('needed')] : []),
    ],
    actions: (
      <>
        <Button variant={set ? 'default' : 'filled'} onClick={() => setDoing({ what: 'set-up' })}>
          {t(set ? 'replace' : 'setUp')}
        </Button>
        {set && !data?.needed && (
          <Button variant="default" onClick={() => setDoing({ what: 'remove' })}>
            {t('remove')}
          </Button>
        )}
      </>
    ),
  }
  const codes = {
    key: 'codes',
    title: (
      <>
        {t('recoveryCodes')} {data && data.codesLeft <= FEW_CODES && <Badge tone="warn">{t('few')}</Badge>}
      </>
    ),
    facts: [t('codesLeft', { count: data?.codesLeft ?? 0 })],
    actions: (
      <Button variant="default" disabled={busy} onClick={() => void renew()}>
        {t('renew')}
      </Button>
    ),
  }
  return (
    <>
      <Panel title={t('panel')} flush busy={!data}>
        <RecordList label={t('panel')} items={data ? (set ? [app, codes] : [app]) : []} />
      </Panel>
      {/* Left by its button alone once the codes are there: nobody sees them again. */}
      {doing?.what === 'set-up' && <SetUpDialog onEnd={end} />}
      <Dialog opened={doing?.what === 'codes'} title={t('newCodes')}>
        {doing?.what === 'codes' && <RecoveryCodes codes={doing.codes} done={t('saved')} onDone={end} />}
      </Dialog>
      {doing?.what === 'remove' && <RemoveFactor onEnd={end} />}
    </>
  )
}

function SetUpDialog({ onEnd }: { onEnd: () => void }) {
  const t = useTranslations('secondFactor')
  const [enrolled, setEnrolled] = useState(false)
  return (
    <Dialog opened title={t('enrolTitle')} onClose={enrolled ? undefined : onEnd}>
      <FactorSetUp done={t('saved')} onDone={onEnd} onEnrolled={() => setEnrolled(true)} />
    </Dialog>
  )
}
