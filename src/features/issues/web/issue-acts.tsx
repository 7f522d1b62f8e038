import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { IssueDetail } from '../contract.ts'
import css from './issues.module.css'
import { issuesApi } from './issues-queries.ts'

type Act = IssueDetail['acts'][number]

/** The steps that can be taken now, each with a word on why. */
export function IssueActs({ detail: { acts, issue, mayOrderReplacement } }: { detail: IssueDetail }) {
  const t = useTranslations('issues.acts')
  const queries = useQueryClient()
  const [act, setAct] = useState<Act | null>(null)
  const [reason, setReason] = useState('')
  if (acts.length === 0 && act === null && !mayOrderReplacement) return null
  const submit = async () => {
    try {
      await issuesApi.act({
        id: issue.id,
        act: act as Act,
        version: issue.version,
        ...(reason.trim() && { reason }),
      })
    } finally {
      // Also after a refusal: somebody else took a step first.
      await queries.invalidateQueries({ queryKey: ['issues'] })
    }
    toast.done(t('done'))
    setReason('')
    setAct(null)
    return undefined
  }
  return (
    <div className={css.row}>
      {mayOrderReplacement && (
        <Button
          data-print="no"
          renderRoot={(props) => (
            <Link to="/orders/purchase-orders/new" search={{ issue: issue.id } as never} {...props} />
          )}
        >
          {t('order_replacement')}
        </Button>
      )}
      {acts.map((one, at) => (
        <Button
          key={one}
          data-print="no"
          {...((at > 0 || mayOrderReplacement) && { variant: 'default' })}
          onClick={() => setAct(one)}
        >
          {t(one)}
        </Button>
      ))}
      {act && (
        <FormDialog title={t(act)} submit={t(act)} onSubmit={submit} onClose={() => setAct(null)}>
          <Textarea
            label={t('reason')}
            value={reason}
            maxLength={2000}
            autosize
            minRows={3}
            maxRows={10}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </div>
  )
}
