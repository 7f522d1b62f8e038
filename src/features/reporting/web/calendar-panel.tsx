import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './reporting.module.css'
import { calendarQuery, closingsQuery, reportingApi } from './reporting-queries.ts'
import { useCalendarText } from './use-calendar-text.ts'

type Month = { year: number; month: number }
type Asking = { act: 'close' | 'reopen'; of: Month }

/** The month in progress is closed by hand here, and opened again (D1). */
export function CalendarPanel() {
  const t = useTranslations('reporting')
  const formats = useFormats()
  const failureText = useFailureText()
  const text = useCalendarText()
  const queries = useQueryClient()
  const calendar = useQuery(calendarQuery)
  const closings = useQuery(closingsQuery)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [busy, setBusy] = useState(false)
  const name = ({ year, month }: Month) =>
    t('month', { month: formats.month(month, 'long'), year: String(year) })
  const act = async ({ act: which, of: { year, month } }: Asking) => {
    setBusy(true)
    try {
      await reportingApi[which]({ year, month })
      toast.done(t(which === 'close' ? 'closed' : 'reopened', { month: name({ year, month }) }))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    setBusy(false)
    setAsking(null)
    await queries.invalidateQueries({ queryKey: ['sales'] })
  }
  if (calendar.error && !calendar.data)
    return (
      <ErrorCard title={t('notLoaded')} failure={calendar.error} onRetry={() => void calendar.refetch()} />
    )
  const open = calendar.data?.inProgress
  return (
    <div className={css.space}>
      <Panel title={t('calendar')} busy={!calendar.data}>
        <div className={css.row}>
          <p>{calendar.data ? text(calendar.data) : t('loading')}</p>
          {open && !open.closed && (
            <Button onClick={() => setAsking({ act: 'close', of: open })}>
              {t('closeMonth', { month: name(open) })}
            </Button>
          )}
        </div>
        {calendar.data && !open && <p>{t('nothingToClose')}</p>}
        {closings.error && !closings.data && (
          <ErrorCard
            title={t('notLoaded')}
            failure={closings.error}
            framed={false}
            onRetry={() => void closings.refetch()}
          />
        )}
        <RecordList
          label={t('closings')}
          items={(closings.data ?? []).map((one) => ({
            key: `${one.year} ${one.month}`,
            title: name(one),
            facts: [t('closedBy', { by: one.by, at: formats.dateTime(one.at) })],
            actions: (
              <Button variant="default" size="xs" onClick={() => setAsking({ act: 'reopen', of: one })}>
                {t('reopenMonth', { month: name(one) })}
              </Button>
            ),
          }))}
        />
      </Panel>
      {asking && (
        <ConfirmDialog
          opened
          title={t(asking.act === 'close' ? 'closeMonth' : 'reopenMonth', { month: name(asking.of) })}
          text={t(asking.act === 'close' ? 'closeText' : 'reopenText', { month: name(asking.of) })}
          confirm={t(asking.act === 'close' ? 'closeIt' : 'reopenIt')}
          pending={busy}
          onClose={() => setAsking(null)}
          onConfirm={() => void act(asking)}
        />
      )}
    </div>
  )
}
