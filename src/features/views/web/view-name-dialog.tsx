import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKeptForm } from '../../../platform/web/forms/use-kept-form.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'

const LONGEST = 80

type ViewNameDialogProps = {
  opened: boolean
  title: string
  name: string
  /** Under which what is typed is kept until it is saved or given up. */
  draft: string
  /** Names that others have. */
  taken: readonly string[]
  /** Rejects when it was not saved. */
  save: (name: string) => Promise<void>
  onClose: () => void
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Asks for the name of a view; what was typed stays until it is saved, over a lost connection and a reload. */
export function ViewNameDialog({ opened, title, name, draft, taken, save, onClose }: ViewNameDialogProps) {
  const t = useTranslations('views')
  const ui = useTranslations('ui')
  const id = useId()
  const failureText = useFailureText()
  const form = useKeptForm({ name: draft, initial: { name }, send: (values) => save(values.name.trim()) })
  const [asked, setAsked] = useState(false)
  const wanted = form.values.name.trim()
  const fault =
    wanted === '' ? t('nameMissing') : taken.some((one) => fold(one) === fold(wanted)) ? t('nameTaken') : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!fault && (await form.submit())) onClose()
  }
  const giveUp = () => {
    form.forget()
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={giveUp}
      actions={
        <>
          <Button variant="default" onClick={giveUp}>
            {ui('cancel')}
          </Button>
          <Button type="submit" form={id} loading={form.sending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <TextField
          label={t('name')}
          description={t('whatIsSaved')}
          value={form.values.name}
          maxLength={LONGEST}
          data-autofocus
          error={(asked && fault) || (form.failure !== null && failureText(form.failure))}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  )
}
