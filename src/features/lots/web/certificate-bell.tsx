import { IconBell, IconBellRingingFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { lotsApi } from './lots-queries.ts'

type CertificateBellProps = { ordNo: string; lotNo: string; wished: boolean }

/** On a line of an order: whether one is told when the certificate of its lot is ready (E4); a touch changes it. */
export function CertificateBell({ ordNo, lotNo, wished }: CertificateBellProps) {
  const t = useTranslations('lots.certificates')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const choose = async () => {
    setBusy(true)
    try {
      await lotsApi.wishOnOrder({ ordNo, lotNo, wished: !wished })
      toast.done(t(wished ? 'wontTell' : 'willTell'))
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['orders', 'detail'] }),
      queries.invalidateQueries({ queryKey: ['lots', 'detail'] }),
    ])
    setBusy(false)
  }
  const Icon = wished ? IconBellRingingFilled : IconBell
  return (
    <IconButton
      variant={wished ? 'light' : 'subtle'}
      label={t(wished ? 'toldOf' : 'tellMeOf', { lot: lotNo })}
      aria-pressed={wished}
      loading={busy}
      onClick={(event) => {
        event.stopPropagation()
        void choose()
      }}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </IconButton>
  )
}
