import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { PoDetail } from '../contract.ts'
import { api } from './po-queries.ts'

/** The server looks every two seconds whether an acceptance takes effect. */
const SOON_MS = 4_000
const LONGEST_MS = 2_147_483_647

/** How long the answer that was given can still be undone, and the button for it; of an acceptance every one of the staff reads when the client hears of it. */
export function UndoNotice({ detail }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { purchaseOrder, undoUntil, version } = detail
  const { takesEffectAt, id } = purchaseOrder
  const until = takesEffectAt ?? undoUntil
  useEffect(() => {
    if (until === null) return undefined
    const left = Math.min(Math.max(Date.parse(until) - Date.now(), 0) + SOON_MS, LONGEST_MS)
    const waiting = setTimeout(() => void queries.invalidateQueries({ queryKey: ['purchase-orders'] }), left)
    return () => clearTimeout(waiting)
  }, [until, queries])
  if (until === null) return null
  const undo = async () => {
    setBusy(true)
    try {
      await api.answer({ id, version, act: detail.can.includes('undo') ? 'undo' : 'withdraw_counter' })
      toast.done(t('done.undo'))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
    setBusy(false)
  }
  return (
    <Notice
      tone="info"
      icon={<IconArrowBackUp size={20} aria-hidden />}
      title={t(takesEffectAt ? 'undo.accepted' : 'undo.answered')}
      action={
        undoUntil !== null && (
          <Button variant="default" loading={busy} onClick={() => void undo()}>
            {t('acts.undo')}
          </Button>
        )
      }
    >
      {t(takesEffectAt ? 'undo.acceptedHint' : 'undo.answeredHint', { time: formats.time(until) })}
    </Notice>
  )
}
