import { Button } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { followOwnChoices, showChosenLanguage } from '../../session/web/published.ts'
import type { Settings } from '../contract.ts'
import type { OwnValues } from './own-values.ts'
import css from './profile.module.css'

type Faults = Record<string, string | undefined>

type OwnFormProps<Values, Saved> = {
  name: string
  initial: Values
  save: (values: Values) => Promise<Saved>
  /** What is wrong, by field; nothing is sent then. */
  check?: (values: Values) => Faults
  /** Where what is saved is kept. */
  queryKey: QueryKey
  submit: string
  done: string
  failed: string
  children: (values: Values, change: (patch: Partial<Values>) => void, faults: Faults) => ReactNode
}

/** Fields with Cancel and Save beneath. What was typed is kept over a failed save, a reload and another screen. */
export function OwnForm<Values extends OwnValues, Saved extends Settings>(
  props: OwnFormProps<Values, Saved>,
) {
  const { name, initial, save, check = (): Faults => ({}), queryKey, submit, done, failed, children } = props
  const t = useTranslations('profile')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const form = useForm({ name, initial, check, send: (values) => save(values).then(keepAnswer) })
  const changed = JSON.stringify(form.values) !== JSON.stringify(initial)
  let answer: Saved | undefined
  function keepAnswer(saved: Saved) {
    answer = saved
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await form.submit()) || !answer) return
    queries.setQueryData(queryKey, answer)
    toast.done(done)
    if ((answer.language ?? '') !== initial.language) await showChosenLanguage(answer.language)
    await Promise.all([followOwnChoices(), queries.invalidateQueries({ queryKey: ['profile'] })])
  }
  const cancel = () => {
    form.forget()
    void queries.invalidateQueries({ queryKey })
  }
  const why = isProblem(form.failure)
    ? t('error', { message: failureText(form.failure) })
    : form.failure === null
      ? form.wrong
      : `${failed} ${failureText(form.failure)}`
  return (
    <form className={css.form} onSubmit={send} noValidate aria-busy={form.busy || undefined}>
      {changed && <DraftNotice draft={form.draft} />}
      <div ref={form.fields} className={css.form}>
        {children(form.values, form.change, form.faults.said)}
      </div>
      <div className={css.bar}>
        {why !== null && <p role="alert">{why}</p>}
        <Button variant="default" onClick={cancel} disabled={form.busy}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
