import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Session } from '../contract.ts'
import css from './session-banner.module.css'
import { setSessionState } from './session-store.ts'
import { endViewing } from './switch-tenant.ts'

type BannerProps = { session: Session; looked: Session | undefined }

/** On every screen of an administrator who looks through a role's eyes (H1); and, once that is over by itself, that it is. */
export default function ViewingBanner({ session, looked }: BannerProps) {
  const t = useTranslations('viewing')
  const roles = useTranslations('roles')
  const formats = useFormats()
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const named = ({ role, roleNames, tenant }: Session) => ({
    role: roleNames[role ?? ''] ?? (roles.has(role as 'viewer') ? roles(role as 'viewer') : (role ?? '')),
    tenant: tenant?.name ?? '',
  })
  const end = async () => {
    setBusy(true)
    await endViewing(queries).catch((failure) => toast.failed(failureText(failure)))
    setBusy(false)
  }
  if (session.viewing)
    return (
      <div className={`${css.strip} ${css.viewing}`}>
        <IconEye size={18} stroke={1.75} aria-hidden />
        <strong role="status">
          {t('banner', { ...named(session), until: formats.time(session.viewing.until) })}
        </strong>
        <Button size="compact-sm" color="dark" loading={busy} onClick={() => void end()}>
          {t('end')}
        </Button>
      </div>
    )
  if (!looked) return null
  return (
    <div className={css.strip}>
      <IconEyeOff size={18} stroke={1.75} aria-hidden />
      <strong role="status">{t('ended', named(looked))}</strong>
      <Button size="compact-sm" color="dark" onClick={() => setSessionState({ status: 'in', session })}>
        {t('close')}
      </Button>
    </div>
  )
}
