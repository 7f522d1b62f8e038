import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import type { TenantClient } from '../contract.ts'
import { CodeMoveDialog } from './code-move-dialog.tsx'

type AddProps = {
  id: number
  name: string
  sources: readonly { id: number; name: string }[]
  onDone: () => void
  onClose: () => void
}

/** A code of a source, or an exact name where rows carry none; what moves is shown before anything happens. */
export function AddCodeDialog({ id, name, sources, onDone, onClose }: AddProps) {
  const t = useTranslations('unassigned')
  const [source, setSource] = useState(sources[0] ? String(sources[0].id) : '')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<TenantClient | null>(null)
  if (chosen)
    return (
      <CodeMoveDialog
        id={id}
        name={name}
        client={chosen}
        act="add"
        onDone={onDone}
        onClose={() => setChosen(null)}
      />
    )
  const look = async () => {
    setChosen(
      source === ''
        ? { sourceId: null, source: null, clientCode: null, clientName: text.trim() }
        : {
            sourceId: Number(source),
            source: sources.find((one) => String(one.id) === source)?.name ?? null,
            clientCode: text.trim(),
            clientName: null,
          },
    )
    return undefined
  }
  return (
    <FormDialog
      title={t('addCodeTitle', { tenant: name })}
      submit={t('lookWhatMoves')}
      ready={text.trim() !== ''}
      onSubmit={look}
      onClose={onClose}
    >
      <ChoiceField
        label={t('kindOfCode')}
        value={source}
        data={[
          ...sources.map((one) => ({ value: String(one.id), label: t('codeIn', { source: one.name }) })),
          { value: '', label: t('exactName') },
        ]}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <TextField
        label={t(source === '' ? 'exactName' : 'code')}
        description={t(source === '' ? 'exactNameText' : 'codeText')}
        data-autofocus
        maxLength={source === '' ? 200 : 100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
