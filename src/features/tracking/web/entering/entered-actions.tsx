import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { enteredApi } from './entered-queries.ts'
import css from './entering.module.css'

const ShipmentEditor = lazyComponent(() => import('./shipment-editor.tsx'))
const EventDialog = lazyComponent(() => import('./event-dialog.tsx'))

type EnteredActionsProps = {
  shipment: { id: number; trackingNumber: string }
  version: number
  /** It is no longer there: what it was shown on looks for another one. */
  onTakenBack: () => Promise<void>
}

/** What staff may do with a shipment that they entered. */
export default function EnteredActions(props: EnteredActionsProps) {
  const { shipment, version } = props
  const t = useTranslations('tracking.entering')
  const [opened, open] = useState<'correct' | 'tell' | 'takeBack' | null>(null)
  const close = () => open(null)
  return (
    <div className={css.actions}>
      {(['tell', 'correct', 'takeBack'] as const).map((act) => (
        <Button key={act} variant="default" size="compact-md" onClick={() => open(act)}>
          {t(act)}
        </Button>
      ))}
      <Suspense fallback={null}>
        {opened === 'correct' && <ShipmentEditor id={shipment.id} onClose={close} />}
        {opened === 'tell' && (
          <EventDialog shipment={shipment} version={version} event={null} onClose={close} />
        )}
      </Suspense>
      {opened === 'takeBack' && <TakeBack {...props} onClose={close} />}
    </div>
  )
}

type TakeBackProps = EnteredActionsProps & { onClose: () => void }

function TakeBack({ shipment, version, onTakenBack, onClose }: TakeBackProps) {
  const t = useTranslations('tracking.entering')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      await enteredApi.takeShipmentBack({ id: shipment.id, version })
      toast.done(t('takenBack'))
      onClose()
      await onTakenBack()
    } catch (fault) {
      toast.failed(failureText(fault))
      await queries.invalidateQueries({ queryKey: ['tracking'] })
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={t('takeBackTitle')}
      text={t('takeBackText', { number: shipment.trackingNumber })}
      confirm={t('takeBackNow')}
      pending={busy}
      onConfirm={() => void takeBack()}
      onClose={onClose}
    />
  )
}
