import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isEmailAddress } from '../../../platform/contract/email-address.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { sessionApi } from './session-api.ts'

const ownEmailQuery = queryOptions({
  queryKey: ['own-email'],
  queryFn: ({ signal }) => sessionApi.email({}, { signal }),
})

/** The asker's e-mail, and the way to another one: confirmed from both addresses. */
export function EmailPanel() {
  const t = useTranslations('ownEmail')
  const formats = useFormats()
  const { data, error, refetch } = useQuery(ownEmailQuery)
  const [asking, setAsking] = useState(false)
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const waiting = data?.next && [
    t('next', { email: data.next.email, until: formats.dateTime(data.next.endsAt) }),
    ...(data.next.oldConfirmed ? [] : [t('waitsFor', { email: data.email })]),
    ...(data.next.newConfirmed ? [] : [t('waitsFor', { email: data.next.email })]),
  ]
  return (
    <Panel title={t('title')} flush busy={!data}>
      <RecordList
        label={t('title')}
        items={
          data
            ? [
                {
                  key: 'own',
                  title: data.email,
                  facts: waiting ?? [t('text')],
                  actions: (
                    <Button variant="default" onClick={() => setAsking(true)}>
                      {t('change')}
                    </Button>
                  ),
                },
              ]
            : []
        }
      />
      {asking && (
        <ChangeDialog
          onDone={() => {
            setAsking(false)
            void refetch()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

function ChangeDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTranslations('ownEmail')
  const [email, setEmail] = useState('')
  const send = async () => {
    await sessionApi.changeEmail({ email })
    toast.done(t('asked'))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('dialogTitle')}
      submit={t('send')}
      ready={isEmailAddress(email)}
      onSubmit={send}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <p>{t('dialogText')}</p>
          <TextField
            data-autofocus
            type="email"
            label={t('newEmail')}
            maxLength={320}
            value={email}
            error={wrong}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
