import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { textIn } from '../../../platform/contract/languages.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { TextsField } from '../../../platform/web/kit/texts-field.tsx'
import css from './company.module.css'
import { closedDaysQuery, companyApi } from './company-queries.ts'

/** The days on which nobody is there although it is a day of business: nothing is promised for them. */
export function ClosedDaysPanel() {
  const t = useTranslations('company.closed')
  const formats = useFormats()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<{ day: string; name: string } | null>(null)
  const { data, error, refetch } = useQuery(closedDaysQuery)
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
                  aria-label={t('removeOne', { day: formats.date(day), name })}
                  onClick={() => setRemoving({ day, name })}
                >
                  {t('remove')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {adding && <AddClosedDay onClose={() => setAdding(false)} />}
      {removing && <RemoveClosedDay {...removing} onClose={() => setRemoving(null)} />}
    </Panel>
  )
}

/** Asked once more: what is promised from then on counts the day. */
function RemoveClosedDay({ day, name, onClose }: { day: string; name: string; onClose: () => void }) {
  const t = useTranslations('company.closed')
  const formats = useFormats()
  const queries = useQueryClient()
  const remove = async () => {
    await companyApi.removeClosedDay({ day })
    await queries.invalidateQueries({ queryKey: closedDaysQuery.queryKey })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('removeOne', { day: formats.date(day), name })}
      submit={t('remove')}
      danger
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
    </FormDialog>
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
