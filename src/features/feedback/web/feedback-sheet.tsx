import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ReceivedFeedback } from '../contract.ts'
import { RATINGS, TEXTS } from '../domain/vocabulary.ts'
import css from './feedback.module.css'
import { feedbackApi } from './feedback-queries.ts'

type FeedbackSheetProps = { feedback: ReceivedFeedback; onClose: () => void }

/** All that one person said, and whether it was looked at. */
export function FeedbackSheet({ feedback, onClose }: FeedbackSheetProps) {
  const t = useTranslations('feedback')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { reviewedAt } = feedback
  const review = async () => {
    setBusy(true)
    try {
      await feedbackApi.review({ id: feedback.id, reviewed: reviewedAt === null })
      await queries.invalidateQueries({ queryKey: ['feedback'] })
      onClose()
    } catch (failure) {
      toast.failed(failureText(failure))
      setBusy(false)
    }
  }
  const facts: [string, string][] = [
    [t('email'), feedback.email],
    [t('company'), feedback.tenantName ?? t('noCompany')],
    [t('sentAt'), formats.dateTime(feedback.sentAt)],
    ...RATINGS.map((rating): [string, string] => [
      t(`ratings.${rating}`),
      feedback[rating] === 0 ? '–' : t('stars', { count: feedback[rating] }),
    ]),
    [t('recommend'), feedback.wouldRecommend ? t(`recommendations.${feedback.wouldRecommend}`) : '–'],
    [t('wantsContact'), t(feedback.contactForFollowUp ? 'yes' : 'no')],
    ...TEXTS.flatMap((text): [string, string][] => {
      const said = feedback[text]
      return said ? [[t(`texts.${text}`), said]] : []
    }),
    ...(reviewedAt
      ? ([[t('states.reviewed'), `${formats.dateTime(reviewedAt)} · ${feedback.reviewedBy ?? '–'}`]] as [
          string,
          string,
        ][])
      : []),
  ]
  return (
    <Dialog
      opened
      title={feedback.name || feedback.email}
      size="lg"
      onClose={onClose}
      actions={
        <Button loading={busy} onClick={() => void review()} {...(reviewedAt && { variant: 'default' })}>
          {t(reviewedAt ? 'reopen' : 'markReviewed')}
        </Button>
      }
    >
      <dl className={css.given}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
