import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ChoiceChip, ClearFilters, FilterBar } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import { MAIL_STATES, type Mail } from '../contract.ts'
import css from './mail.module.css'
import { MAILS, mailsQuery } from './mail-queries.ts'
import type { MailSearch } from './mail-search.ts'
import { RevealDialog } from './reveal-dialog.tsx'
import { SendAgain } from './send-again.tsx'

const TONES: Record<Mail['state'], Tone> = {
  waiting: 'info',
  sending: 'info',
  sent: 'good',
  failed: 'bad',
  unsure: 'warn',
  expired: 'mute',
}

/** What the portal wrote to people: who, what and when (A6). */
export default function MailPage() {
  const t = useTranslations('mail')
  const queries = useQueryClient()
  const [search, change] = useUrlState<MailSearch>()
  const list = useCursorList(mailsQuery(search))
  const { first, total, dimmed } = list
  const sends = first?.sends ?? true
  const columns = useColumns(sends)
  const choice = useColumnChoice('mails', columns)
  const [read, setRead] = useState<Mail | null>(null)
  const [revealed, setRevealed] = useState<Mail | null>(null)
  const filtered = search.search !== undefined || search.state !== undefined
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={first && t(sends ? 'subtitleSends' : 'subtitleKept')}
        actions={
          <>
            <ExportMenu
              offers={[
                {
                  kind: 'mails',
                  filter: search,
                  rows: dimmed ? null : total,
                  title: t('count', { count: total ?? 0 }),
                },
              ]}
            />
            <ColumnChooser choice={choice} />
          </>
        }
      />
      <FilterBar note={!dimmed && total !== null && t('count', { count: total })}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <ChoiceChip
          label={t('state')}
          value={search.state}
          any={t('any')}
          choices={MAIL_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          onChange={(state) => change({ state: state as MailSearch['state'] })}
        />
        {filtered && (
          <ClearFilters onClear={() => change({ search: undefined, state: undefined })}>
            {t('clear')}
          </ClearFilters>
        )}
      </FilterBar>
      <DataTable
        label={t('list')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ subject }) => subject}
        choice={choice}
        sort={search.sort ?? '-at'}
        onSort={(sort) => change({ sort: sort as MailSearch['sort'] })}
        onOpen={setRead}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      {read && (
        <Dialog
          opened
          title={read.subject}
          onClose={() => setRead(null)}
          size="lg"
          actions={
            read.sendable ? (
              <SendAgain mail={read} onDone={() => setRead(null)} />
            ) : (
              read.revealable && (
                <Button
                  variant="default"
                  onClick={() => {
                    setRead(null)
                    setRevealed(read)
                  }}
                >
                  {t('reveal')}
                </Button>
              )
            )
          }
        >
          <p className={css.text}>{read.text}</p>
        </Dialog>
      )}
      {revealed && (
        <RevealDialog
          mail={revealed}
          onClose={() => {
            setRevealed(null)
            void queries.invalidateQueries({ queryKey: MAILS })
          }}
        />
      )}
    </>
  )
}

function useColumns(sends: boolean): readonly Column<Mail>[] {
  const t = useTranslations('mail')
  const formats = useFormats()
  const unsorted = { sortable: false }
  return [
    { id: 'subject', title: t('subject'), cell: ({ subject }) => subject, fixed: true, ...unsorted },
    {
      id: 'state',
      title: t('state'),
      cell: ({ state }) => (
        <Badge tone={TONES[state]}>{state === 'waiting' && !sends ? t('kept') : t(`states.${state}`)}</Badge>
      ),
      card: 'corner',
      ...unsorted,
    },
    { id: 'to', title: t('to'), cell: ({ to }) => to, card: 'fact' },
    {
      id: 'at',
      title: t('at'),
      cell: ({ createdAt }) => formats.dateTime(createdAt),
      card: 'fact',
    },
    {
      id: 'problem',
      title: t('trouble'),
      cell: ({ attempts, problem }) => (problem ? t('problem', { attempts, problem }) : '–'),
      ...unsorted,
    },
  ]
}
