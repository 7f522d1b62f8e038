import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isEmailAddress } from '../../../platform/contract/email-address.ts'
import { PUBLIC_REQUEST, postJson } from '../../../platform/web/api/portal-fetch.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { LONGEST_NAME, LONGEST_TEXT } from '../domain/limits.ts'
import css from './demo-requests.module.css'

export type Asker = { name: string; email: string; company: string }
type RequestDemoDialogProps = { asker: Asker; onClose: () => void }

/** Who asks and what about; nothing of it leaves the portal. */
export default function RequestDemoDialog({ asker, onClose }: RequestDemoDialogProps) {
  const t = useTranslations('demoRequests')
  const [values, setValues] = useState({ ...asker, about: '', website: '' })
  const [sent, setSent] = useState(false)
  const change = (patch: Partial<typeof values>) => setValues({ ...values, ...patch })
  const send = async () => {
    if (!values.name.trim() || !values.company.trim()) return t('incomplete')
    if (!isEmailAddress(values.email)) return t('noAddress')
    await postJson('/api/v1/public/demo-requests', values, PUBLIC_REQUEST)
    setSent(true)
    return undefined
  }
  if (sent)
    return (
      <Dialog
        opened
        title={t('sentTitle')}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('done')}</Button>}
      >
        <p role="status">{t('sent', { email: values.email.trim() })}</p>
      </Dialog>
    )
  return (
    <FormDialog title={t('request')} submit={t('send')} onSubmit={send} onClose={onClose}>
      <p className={css.quiet}>{t('lead')}</p>
      <TextField
        label={t('name')}
        autoComplete="name"
        maxLength={LONGEST_NAME}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        label={t('company')}
        autoComplete="organization"
        maxLength={LONGEST_NAME}
        value={values.company}
        onChange={(event) => change({ company: event.currentTarget.value })}
      />
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={320}
        value={values.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <Textarea
        label={t('about')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LONGEST_TEXT}
        value={values.about}
        onChange={(event) => change({ about: event.currentTarget.value })}
      />
      {/* People do not see it, and programs fill it in. */}
      <input
        className={css.unseen}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        aria-hidden
        value={values.website}
        onChange={(event) => change({ website: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
