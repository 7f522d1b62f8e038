import { Button, Checkbox, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { feedbackContract } from '../contract.ts'
import { LONGEST_TEXT, RATINGS, RECOMMENDATIONS, TEXTS } from '../domain/vocabulary.ts'
import css from './feedback.module.css'
import { StarsField } from './stars-field.tsx'

const api = createApi(feedbackContract)

const EMPTY = {
  ...{ overallSatisfaction: 0, easeOfUse: 0, featureCompleteness: 0, performance: 0, support: 0 },
  ...{ mostUsefulFeature: '', leastUsefulFeature: '', missingFeatures: '', improvements: '' },
  ...{ additionalComments: '', wouldRecommend: '', contactForFollowUp: false },
}

type FeedbackFormProps = { readOnly: boolean; onSent: () => void }

/** The source's form: nothing is required; what was written stays until it was sent. */
export function FeedbackForm({ readOnly, onSent }: FeedbackFormProps) {
  const t = useTranslations('feedback')
  const { draft, values, change, submit, busy, wrong } = useForm({
    name: 'feedback',
    initial: EMPTY,
    send: (typed) =>
      api.send({
        ...typed,
        wouldRecommend: RECOMMENDATIONS.find((one) => one === typed.wouldRecommend) ?? null,
      }),
  })
  const name = useId()
  const send = async () => {
    if (await submit()) onSent()
  }
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!readOnly) void send()
      }}
    >
      <DraftNotice draft={draft} />
      {RATINGS.map((rating) => (
        <StarsField
          key={rating}
          label={t(`ratings.${rating}`)}
          value={values[rating]}
          onChange={(stars) => change({ [rating]: stars })}
        />
      ))}
      {TEXTS.map((text) => (
        <Textarea
          key={text}
          label={t(`texts.${text}`)}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={LONGEST_TEXT}
          value={values[text]}
          onChange={(event) => change({ [text]: event.currentTarget.value })}
        />
      ))}
      <fieldset className={css.choices}>
        <legend>{t('recommend')}</legend>
        {RECOMMENDATIONS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={values.wouldRecommend === one}
              onChange={() => change({ wouldRecommend: one })}
            />
            {t(`recommendations.${one}`)}
          </label>
        ))}
      </fieldset>
      <Checkbox
        label={t('contact')}
        checked={values.contactForFollowUp}
        onChange={(event) => change({ contactForFollowUp: event.currentTarget.checked })}
      />
      {wrong && (
        <p className={css.wrong} role="alert">
          {t('notSent', { reason: wrong })}
        </p>
      )}
      <Button type="submit" disabled={busy || readOnly}>
        {busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
