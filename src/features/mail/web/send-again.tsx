import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Mail } from '../contract.ts'
import { MAILS, mailApi } from './mail-queries.ts'

/** Of a mail that was refused, or whose last answer was lost. */
export function SendAgain({ mail: { id }, onDone }: { mail: Mail; onDone: () => void }) {
  const t = useTranslations('mail')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const sending = useMutation({
    mutationFn: () => mailApi.sendAgain({ id }),
    onSuccess: () => toast.done(t('sentAgain')),
    onError: (fault) => toast.failed(failureText(fault)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: MAILS })
      onDone()
    },
  })
  return (
    <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
      {t('sendAgain')}
    </Button>
  )
}
