import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { faultOf } from '../admin/audience-field.tsx'
import { FactsFields } from '../admin/facts-fields.tsx'
import type { Upload } from './uploads.ts'

type UploadDialogProps = {
  item: Upload
  onSave: (more: Pick<Upload, 'facts' | 'note'>) => void
  onClose: () => void
}

/** What was proposed from the name of a file, put right before it is sent. */
export function UploadDialog({ item, onSave, onClose }: UploadDialogProps) {
  const t = useTranslations('library')
  const [facts, setFacts] = useState(item.facts)
  const [note, setNote] = useState(item.note ?? '')
  const audience = { kind: 'all' } as const
  const save = async () => {
    const fault = faultOf({ ...facts, audience })
    if (fault) return t(`faults.${fault}`)
    onSave({ facts: { ...facts, title: facts.title.trim() }, note: note.trim() || null })
    return undefined
  }
  return (
    <FormDialog title={item.file.name} submit={t('save')} onSubmit={save} onClose={onClose}>
      <FactsFields
        facts={{ ...facts, audience }}
        onChange={({ audience: _, ...more }) => setFacts({ ...facts, ...more })}
      />
      <TextField
        label={t('note')}
        description={t('noteText')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
