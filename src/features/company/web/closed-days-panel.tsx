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
import type { ClosedDay } from '../contract.ts'
import css from './company.module.css'
import { closedDaysQuery, companyApi } from './company-queries.ts'

/** The days on which nobody is there although it is a day of business: nothing is promised for them. */
export function ClosedDaysPanel() {
  const t = useTranslations('company.closed')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<{ day: string; name: string } | null>(null)
  const { data, error, refetch } = useQuery(closedDaysQuery)
  // Past on every clock: whose day it is, is not asked.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const [past = [], ahead = []] = data
    ? [data.items.filter(({ day }) => day < yesterday), data.items.filter(({ day }) => day >= yesterday)]
    : []
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
      ) : (
        <>
          {ahead.length > 0 ? <Days days={ahead} onRemove={setRemoving} /> : <p>{t('none')}</p>}
          {past.length > 0 && (
            <details className={css.past}>
              <summary>{t('past', { count: past.length })}</summary>
              <Days days={past.toReversed()} onRemove={setRemoving} />
            </details>
          )}
        </>
      )}
      {adding && <AddClosedDay onClose={() => setAdding(false)} />}
      {removing && <RemoveClosedDay {...removing} onClose={() => setRemoving(null)} />}
    </Panel>
  )
}

type DaysProps = { days: readonly ClosedDay[]; onRemove: (one: { day: string; name: string }) => void }

function Days({ days, onRemove }: DaysProps) {
  const t = useTranslations('company.closed')
  const formats = useFormats()
  return (
    <ul className={css.closed}>
      {days.map(({ day, names }) => {
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
              onClick={() => onRemove({ day, name })}
            >
              {t('remove')}
            </Button>
          </li>
        )
      })}
    </ul>
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
