import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { LOCALE_NAMES } from '../../../platform/web/i18n/locales.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { DEMO_STATES, type DemoRequest } from '../contract.ts'
import { LONGEST_TEXT } from '../domain/limits.ts'
import css from './demo-requests.module.css'
import { demoRequestsApi } from './demo-requests-queries.ts'

type DemoRequestDialogProps = { request: DemoRequest; onClose: () => void }

/** What somebody wrote, whether they were answered, and a note of what became of it. */
export function DemoRequestDialog({ request, onClose }: DemoRequestDialogProps) {
  const t = useTranslations('demoRequests')
  const formats = useFormats()
  const queries = useQueryClient()
  const { id, version, email, company, about, language, hasAccount, sentAt, answeredAt, answeredBy } = request
  const { values, change, forget } = usePersistedDraft(`demo request ${id}`, {
    state: answeredAt ? 'answered' : 'open',
    note: request.note ?? '',
  })
  const save = async () => {
    await demoRequestsApi.answer({ id, answered: values.state === 'answered', note: values.note, version })
    forget()
    await queries.invalidateQueries({ queryKey: ['demo-requests'] })
    onClose()
    return undefined
  }
  const facts: [string, ReactNode][] = [
    [
      t('email'),
      <a key="email" href={`mailto:${encodeURIComponent(email)}`}>
        {email}
      </a>,
    ],
    [t('company'), company],
    [t('language'), LOCALE_NAMES[language]],
    [t('account'), t(hasAccount ? 'hasAccount' : 'visitor')],
    [t('sentAt'), formats.dateTime(sentAt)],
    ...(about ? [[t('about'), about] as [string, ReactNode]] : []),
    ...(answeredAt
      ? [
          [t('states.answered'), `${formats.dateTime(answeredAt)} · ${answeredBy ?? '–'}`] as [
            string,
            ReactNode,
          ],
        ]
      : []),
  ]
  return (
    <FormDialog title={request.name} submit={t('save')} onSubmit={save} onClose={onClose}>
      <dl className={css.facts}>
        {facts.map(([title, fact]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <ChoiceField
        label={t('state')}
        value={values.state}
        data={DEMO_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(event) => change({ state: event.currentTarget.value })}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST_TEXT}
        value={values.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
