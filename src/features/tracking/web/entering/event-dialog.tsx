import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '../../../../platform/web/api/server-clock.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { instantOf, wallTime } from '../../../../platform/web/format/wall-time.ts'
import { zoneName } from '../../../../platform/web/format/zone-names.ts'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { ShipmentDetail } from '../../contract.ts'
import { EVENT_KINDS, type EventKind } from '../../entered-contract.ts'
import { enteredApi, randomWish } from './entered-queries.ts'
import css from './entering.module.css'

type EventDialogProps = {
  shipment: { id: number; trackingNumber: string }
  /** That a correction is about. */
  version: number
  /** What is corrected; null: something new. */
  event: ShipmentDetail['events'][number] | null
  onClose: () => void
}

/** What happened to a shipment of the staff's, and when. */
export default function EventDialog({ shipment, version, event, onClose }: EventDialogProps) {
  const t = useTranslations('tracking')
  const { timeZone, locale } = useFormats()
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [kind, setKind] = useState<EventKind>(event?.kind ?? 'in_transit')
  const [at, setAt] = useState(() => wallTime(event ? Date.parse(event.at) : serverNow(), timeZone))
  const [place, setPlace] = useState(event?.place ?? '')
  const [note, setNote] = useState(event?.note ?? '')
  const [wish] = useState(randomWish)
  const [busy, setBusy] = useState(false)
  const known = { id: shipment.id, event: event?.id ?? 0, version }
  const done = async (text: string) => {
    toast.done(text)
    onClose()
    await queries.invalidateQueries({ queryKey: ['tracking'] })
  }
  const save = async () => {
    const instant = instantOf(at, timeZone)
    if (instant === null) return t('entering.noTime')
    const facts = { kind, at: instant, place: place.trim() || null, note: note.trim() || null }
    try {
      await (event
        ? enteredApi.correctEvent({ ...known, ...facts })
        : enteredApi.enterEvent({ id: shipment.id, wish, ...facts }))
    } catch (fault) {
      // What was typed stays; the next attempt knows what stands now.
      await queries.invalidateQueries({ queryKey: ['tracking', 'detail'] })
      throw fault
    }
    await done(t('entering.told'))
    return undefined
  }
  const takeBack = async () => {
    setBusy(true)
    try {
      await enteredApi.takeEventBack(known)
      await done(t('entering.eventTakenBack'))
    } catch (fault) {
      toast.failed(failureText(fault))
      await queries.invalidateQueries({ queryKey: ['tracking', 'detail'] })
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('entering.tellTitle', { number: shipment.trackingNumber })}
      submit={t('entering.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('entering.kind')}
        value={kind}
        data={EVENT_KINDS.map((value) => ({
          value,
          label: t(value === 'exception' ? 'events.exception' : `steps.${value}`),
        }))}
        onChange={(change) => setKind(change.currentTarget.value as EventKind)}
      />
      <TextField
        type="datetime-local"
        label={t('entering.at')}
        description={t('entering.atHint', { zone: zoneName(timeZone, locale) })}
        value={at}
        onChange={(change) => setAt(change.currentTarget.value)}
      />
      <TextField
        label={t('entering.place')}
        maxLength={200}
        value={place}
        onChange={(change) => setPlace(change.currentTarget.value)}
      />
      <TextField
        label={t('entering.note')}
        maxLength={500}
        value={note}
        onChange={(change) => setNote(change.currentTarget.value)}
      />
      {event && (
        <div className={css.actions}>
          <Button variant="default" loading={busy} onClick={() => void takeBack()}>
            {t('entering.takeBackNow')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
