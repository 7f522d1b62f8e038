import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { FactorKind } from './factor-choice.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { ownSecondFactorQuery } from './own-second-factor-query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import { renewRecoveryCodes } from './second-factor-api.ts'
import { type Doing, isLastOf, useFactorItems } from './use-factor-items.tsx'

/** The asker's authenticator app, passkeys, number and recovery codes. */
export default function SecondFactorPanel() {
  const t = useTranslations('secondFactor')
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery(ownSecondFactorQuery)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [busy, setBusy] = useState(false)
  const items = useFactorItems(setDoing)
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
  const codes = (
    <Button variant="default" disabled={busy} onClick={() => void renew()}>
      {t('renew')}
    </Button>
  )
  return (
    <>
      <Panel title={t('panel')} flush busy={!data}>
        <RecordList label={t('panel')} items={data ? items(data, codes) : []} />
      </Panel>
      {/* Left by its button alone once the codes are there: nobody sees them again. */}
      {doing?.what === 'set-up' && <SetUpDialog kind={doing.kind} onEnd={end} />}
      <Dialog opened={doing?.what === 'codes'} title={t('newCodes')}>
        {doing?.what === 'codes' && <RecoveryCodes codes={doing.codes} done={t('saved')} onDone={end} />}
      </Dialog>
      {doing?.what === 'remove' && data && (
        <RemoveFactor what={doing} isLast={isLastOf(data, doing)} onEnd={end} />
      )}
      {doing?.what === 'rename' && <RenamePasskey passkey={doing.passkey} onEnd={end} />}
    </>
  )
}

const TITLES = { app: 'enrolTitle', passkey: 'addPasskey', sms: 'sms' } as const
const ADDED = { app: 'appReplaced', passkey: 'passkeyAdded', sms: 'smsAdded' } as const

function SetUpDialog({ kind, onEnd }: { kind: FactorKind; onEnd: () => void }) {
  const t = useTranslations('secondFactor')
  const [enrolled, setEnrolled] = useState(false)
  return (
    <Dialog opened title={t(TITLES[kind])} onClose={enrolled ? undefined : onEnd}>
      <FactorSetUp
        kind={kind}
        done={t('saved')}
        onDone={() => {
          if (!enrolled) toast.done(t(ADDED[kind]))
          onEnd()
        }}
        onEnrolled={() => setEnrolled(true)}
      />
    </Dialog>
  )
}
