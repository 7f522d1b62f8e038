import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { textIn } from '../../../platform/contract/languages.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { TextsField } from '../../../platform/web/kit/texts-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './company.module.css'
import { closedDaysQuery, companyApi } from './company-queries.ts'

/** The days on which nobody is there although it is a day of business: nothing is promised for them. */
export function ClosedDaysPanel() {
  const t = useTranslations('company.closed')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(closedDaysQuery)
  const remove = async (day: string) => {
    setBusy(day)
    try {
      await companyApi.removeClosedDay({ day })
      await queries.invalidateQueries({ queryKey: closedDaysQuery.queryKey })
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    setBusy(null)
  }
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      busy={!data && !error}
      actions={
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      ) : !data ? (
        <Skeleton height={56} />
      ) : data.items.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className={css.closed}>
          {data.items.map(({ day, names }) => {
            const name = textIn(names, formats.locale)
            return (
              <li key={day}>
                <div>
                  <span>{formats.date(day)}</span>
                  <span>{name}</span>
                </div>
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={busy === day}
                  aria-label={t('removeOne', { day: formats.date(day), name })}
                  onClick={() => void remove(day)}
                >
                  {t('remove')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {adding && <AddClosedDay onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function AddClosedDay({ onClose }: { onClose: () => void }) {
  const t = useTranslations('company.closed')
  const queries = useQueryClient()
  const [day, setDay] = useState('')
  const [names, setNames] = useState({ en: '', 'fr-CA': '', de: '', es: '' })
  const save = async () => {
    await companyApi.keepClosedDay({ day, names })
    await queries.invalidateQueries({ queryKey: closedDaysQuery.queryKey })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('add')}
      submit={t('save')}
      ready={day !== '' && names.en.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        type="date"
        label={t('day')}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <p className={css.called}>{t('called')}</p>
      <TextsField value={names} longest={100} onChange={setNames} />
    </FormDialog>
  )
}
