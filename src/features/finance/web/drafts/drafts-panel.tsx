import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import css from './drafts.module.css'
import { draftsQuery, type StartOf } from './drafts-queries.ts'

const TaxesDialog = lazyComponent(() => import('./taxes-dialog.tsx'))
const DraftEditor = lazyComponent(() => import('./draft-editor.tsx'))

const KEYS = { company: 'tenantId', order: 'order', shipment: 'shipment' } as const

/** company:7 → { tenantId: 7 } */
const startOf = (begin: string): StartOf => {
  const [what = '', id] = begin.split(':')
  return { [KEYS[what as keyof typeof KEYS]]: Number(id) }
}

/** Invoices that staff are writing, and the beginning of another one. */
export default function DraftsPanel({ begin, onBegun }: { begin?: string | undefined; onBegun: () => void }) {
  const t = useTranslations('finance.drafts')
  const tFinance = useTranslations('finance')
  const [taxes, showTaxes] = useState(false)
  const formats = useFormats()
  const failureText = useFailureText()
  const { data, error } = useQuery(draftsQuery)
  const [chosen, open] = useState<number | 'new' | null>(null)
  const opened = chosen ?? (begin === undefined ? null : 'new')
  return (
    <div className={css.panel}>
      <Panel
        title={t('title')}
        actions={
          <>
            <Button variant="default" onClick={() => showTaxes(true)}>
              {tFinance('taxes.button')}
            </Button>
            <Button onClick={() => open('new')}>{t('new')}</Button>
          </>
        }
      >
        {error && !data ? (
          <Refusal>{failureText(error)}</Refusal>
        ) : data && data.items.length > 0 ? (
          <RecordList
            label={t('title')}
            items={data.items.map((draft) => ({
              key: draft.id,
              title: draft.tenantName,
              facts: [
                t('facts', {
                  kind: t(`kinds.${draft.kind}`),
                  date: formats.date(draft.date),
                  total: formats.money(draft.total, draft.currency),
                }),
              ],
              actions: (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('openOne', { client: draft.tenantName })}
                  onClick={() => open(draft.id)}
                >
                  {t('open')}
                </Button>
              ),
            }))}
          />
        ) : (
          <p>{t('none')}</p>
        )}
      </Panel>
      {taxes && (
        <Suspense fallback={null}>
          <TaxesDialog onClose={() => showTaxes(false)} />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <DraftEditor
            id={opened === 'new' ? null : opened}
            {...(begin !== undefined && { start: startOf(begin) })}
            onClose={() => {
              open(null)
              onBegun()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
