import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { healthApi } from './health-api.ts'

/** A copy for trying things out must not write to people: it takes the original's place when somebody says so. */
export function ConfirmRestored({ onDone }: { onDone: () => void }) {
  const t = useTranslations('health.confirm')
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    await healthApi.confirm({})
    setAsking(false)
    toast.done(t('done'))
    onDone()
    return undefined
  }
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('ask')}
      </Button>
      {asking && (
        <FormDialog
          title={t('title')}
          submit={t('submit')}
          onSubmit={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{t('text')}</p>
        </FormDialog>
      )}
    </>
  )
}
