import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { signOut } from './sign-out.ts'

/** Signs out, or says plainly that it did not happen. */
export function useSignOut() {
  const t = useTranslations('session')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [pending, setPending] = useState(false)
  const start = () => {
    setPending(true)
    signOut(queries).catch((failure: unknown) => {
      setPending(false)
      toast.failed(t('signOutFailed', { reason: failureText(failure) }))
    })
  }
  return { start, pending }
}
