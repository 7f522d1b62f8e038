import { useTranslations } from 'use-intl'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'

const LONGEST = 80

type ViewNameDialogProps = {
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
export default function ViewNameDialog({ title, name, draft, taken, save, onClose }: ViewNameDialogProps) {
  const t = useTranslations('views')
  const { values, change, forget } = usePersistedDraft(draft, { name })
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    const wanted = values.name.trim()
    if (wanted === '') return t('nameMissing')
    if (taken.some((one) => fold(one) === fold(wanted))) return t('nameTaken')
    await save(wanted)
    leave()
    return undefined
  }
  return (
    <FormDialog title={title} submit={t('save')} onSubmit={submit} onClose={leave}>
      {(wrong) => (
        <TextField
          label={t('name')}
          description={t('whatIsSaved')}
          value={values.name}
          maxLength={LONGEST}
          data-autofocus
          error={wrong}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
    </FormDialog>
  )
}
