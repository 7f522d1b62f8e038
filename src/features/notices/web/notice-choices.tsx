import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NOTICE_CHANNELS, NOTICE_SUBJECTS } from '../../../platform/contract/notices.ts'
import { ResetOnVersion } from '../../../platform/web/forms/reset-on-version.tsx'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { type NoticeChoices as Choices, RHYTHMS } from '../contract.ts'
import { BrowserPermission } from './browser-permission.tsx'
import css from './notices.module.css'
import { choicesQuery, noticesApi } from './notices-queries.ts'

/** What the asker wants to be told of, over which ways and when (B2). */
export default function NoticeChoices() {
  const t = useTranslations('notices')
  const { data, error, refetch } = useQuery(choicesQuery)
  if (error && !data)
    return <ErrorCard title={t('choicesNotLoaded')} failure={error} onRetry={() => void refetch()} />
  return (
    <Panel title={t('choices')} note={t('choicesNote')} busy={!data}>
      {data && (
        <ResetOnVersion version={data.version}>
          <ChoicesForm choices={data} />
        </ResetOnVersion>
      )}
    </Panel>
  )
}

function ChoicesForm({ choices }: { choices: Choices }) {
  const t = useTranslations('notices')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [fault, setFault] = useState<string>()
  const { version, off, subjects, rhythm, quiet } = choices
  const form = useForm({
    name: `notices ${version}`,
    initial: { subjects, rhythm, from: quiet?.from ?? '', until: quiet?.until ?? '' },
    send: async (values) => {
      const { from, until, ...rest } = values
      const saved = await noticesApi.choose({ ...rest, version, quiet: from ? { from, until } : null })
      queries.setQueryData(choicesQuery.queryKey, saved)
    },
  })
  const { values, change } = form
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const half = (values.from === '') !== (values.until === '')
    const same = values.from !== '' && values.from === values.until
    setFault(half ? t('hoursHalf') : same ? t('hoursSame') : undefined)
    if (half || same) return
    if (await form.submit()) toast.done(t('saved'))
  }
  return (
    <form onSubmit={send} noValidate aria-busy={form.busy || undefined}>
      <div className={css.choices}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('subject')}</th>
              {NOTICE_CHANNELS.map((way) => (
                <th key={way} scope="col">
                  {t(`ways.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {NOTICE_SUBJECTS.map((subject) => (
              <tr key={subject}>
                <th scope="row">{t(`subjects.${subject}`)}</th>
                {NOTICE_CHANNELS.map((way) => {
                  const impossible = off.subjects.includes(subject) || off.ways.includes(way)
                  return (
                    <td key={way}>
                      <label>
                        <input
                          type="checkbox"
                          aria-label={t('choice', {
                            subject: t(`subjects.${subject}`),
                            way: t(`ways.${way}`),
                          })}
                          checked={!impossible && values.subjects[subject][way]}
                          disabled={impossible}
                          onChange={(event) =>
                            change({
                              subjects: {
                                ...values.subjects,
                                [subject]: {
                                  ...values.subjects[subject],
                                  [way]: event.currentTarget.checked,
                                },
                              },
                            })
                          }
                        />
                      </label>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(off.ways.length > 0 || off.subjects.length > 0) && <p className={css.hint}>{t('offHint')}</p>}
      <BrowserPermission />
      <ChoiceField
        label={t('rhythm')}
        description={t('rhythmHint')}
        value={values.rhythm}
        data={RHYTHMS.map((value) => ({ value, label: t(`rhythms.${value}`) }))}
        onChange={(event) => change({ rhythm: event.currentTarget.value as Choices['rhythm'] })}
      />
      <fieldset className={css.quiet}>
        <legend>{t('quiet')}</legend>
        <p className={css.hint}>{t('quietHint')}</p>
        <div className={css.hours}>
          <TextField
            type="time"
            label={t('from')}
            value={values.from}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextField
            type="time"
            label={t('until')}
            value={values.until}
            onChange={(event) => change({ until: event.currentTarget.value })}
          />
        </div>
      </fieldset>
      {fault || form.failure !== null ? (
        <p role="alert" className={css.fault}>
          {fault ?? failureText(form.failure)}
        </p>
      ) : null}
      <Button type="submit" loading={form.busy}>
        {t('save')}
      </Button>
    </form>
  )
}
