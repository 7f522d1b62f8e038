import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ATTACHED_ENDINGS } from '../../../platform/contract/shown-file.ts'
import type { DraftFile } from '../../../platform/web/forms/stored-draft.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PickFiles } from '../../../platform/web/kit/pick-files.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { StorageNote } from '../../storage/web/published.tsx'
import css from './issues.module.css'

type ChosenFilesProps = {
  files: readonly DraftFile[]
  /** Rejects as the server refuses it. */
  onAdd: (file: File) => Promise<void>
  onRemove: (id: number) => Promise<void>
}

/** Pictures and papers that are sent along: each is on the server as soon as it was chosen, and waits there with the draft (J20). */
export function ChosenFiles({ files, onAdd, onRemove }: ChosenFilesProps) {
  const t = useTranslations('issues.one')
  const tFiles = useTranslations('ui.files')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const attempt = async (works: readonly { name: string; work: () => Promise<void> }[]) => {
    setBusy(true)
    const said: string[] = []
    for (const { name, work } of works)
      await work().catch((failure: unknown) => {
        said.push(t('notAttached', { name, reason: failureText(failure) }))
      })
    setRefused(said)
    setBusy(false)
  }
  return (
    <div>
      {files.map(({ id, name }) => (
        <div key={id} className={css.row}>
          <span>{name}</span>
          <Button
            variant="subtle"
            size="compact-md"
            disabled={busy}
            aria-label={tFiles('removeOne', { name })}
            onClick={() => void attempt([{ name, work: () => onRemove(id) }])}
          >
            {tFiles('remove')}
          </Button>
        </div>
      ))}
      {refused.map((line) => (
        <Refusal key={line}>{line}</Refusal>
      ))}
      <PickFiles
        label={t('attach')}
        accept={ATTACHED_ENDINGS}
        multiple
        disabled={busy}
        onPick={(more) => void attempt(more.map((file) => ({ name: file.name, work: () => onAdd(file) })))}
      />
      <StorageNote />
    </div>
  )
}
