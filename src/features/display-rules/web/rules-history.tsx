import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { DisplayRules, RulesChange } from '../contract.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import css from './rules.module.css'
import { rulesApi } from './rules-queries.ts'

const MOST_NAMED = 5

type HistoryProps = { rules: DisplayRules; onUndone: () => Promise<void> }

/** Who changed what and when, and the way back to how it was before. */
export function RulesHistory({ rules, onUndone }: HistoryProps) {
  const t = useTranslations('displayRules')
  const formats = useFormats()
  const failureText = useFailureText()
  const [undoing, setUndoing] = useState<RulesChange | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => {
    setUndoing(null)
    setFailure(null)
  }
  const undo = async ({ id }: RulesChange) => {
    setBusy(true)
    try {
      await rulesApi.undo({ version: rules.version, change: id })
      toast.done(t('undone'))
      close()
      await onUndone()
    } catch (fault) {
      setFailure(failureText(fault))
    }
    setBusy(false)
  }
  const said = ({ difference, aliasesTotal }: RulesChange) => [
    ...(difference.productRules ? [t('rulesChanged')] : []),
    ...difference.aliases
      .slice(0, MOST_NAMED)
      .map(({ variant, before, after }) =>
        after === null
          ? t('aliasGone', { variant, before: before ?? '' })
          : t('aliasSet', { variant, after }),
      ),
    ...(aliasesTotal > MOST_NAMED ? [t('aliasesMore', { count: aliasesTotal - MOST_NAMED })] : []),
  ]
  return (
    <Panel title={t('history')} note={t('historyNote')} flush>
      {rules.changes.length === 0 && <p className={css.empty}>{t('noHistory')}</p>}
      <RecordList
        label={t('history')}
        items={rules.changes.map((change, at) => ({
          key: change.id,
          title: t(change.undoes === null ? 'changedBy' : 'undoneBy', {
            by: change.by,
            at: formats.dateTime(change.at),
          }),
          facts: [
            ...said(change),
            t('effect', {
              names: change.productNames + change.customerNames,
              productLines: change.productLines,
              customerLines: change.customerLines,
              seconds: formats.quantity(Math.round(change.tookMs / 10) / 100),
            }),
          ],
          actions: (
            <Button variant="default" size="xs" onClick={() => setUndoing(change)}>
              {t(at === 0 ? 'undo' : 'backBefore')}
            </Button>
          ),
        }))}
      />
      <PreviewDialog
        asked={undoing && { undo: undoing.id }}
        title={t('undoTitle')}
        confirm={t('undo')}
        busy={busy}
        failure={failure}
        onConfirm={() => undoing && void undo(undoing)}
        onClose={close}
      />
    </Panel>
  )
}
