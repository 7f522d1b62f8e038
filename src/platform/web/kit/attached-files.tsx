import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ATTACHED_ENDINGS } from '../../contract/shown-file.ts'
import { attachFile } from '../api/attach-file.ts'
import { useFormats } from '../format/use-formats.tsx'
import css from './attached-files.module.css'
import { AttachedView } from './attached-view.tsx'
import { useFailureText } from './failure-text.ts'
import { FileDownload } from './file-download.tsx'
import { Panel } from './panel.tsx'
import { PickFiles } from './pick-files.tsx'
import { Refusal } from './refusal.tsx'
import { toast } from './toast.ts'

type AttachedFile = {
  id: number
  name: string
  size: number
  by: string
  at: string
  scan: 'pending' | 'clean' | 'infected' | 'failed' | null
}

type AttachedFilesProps<F> = {
  title: string
  /** Said where nothing is attached. */
  none: string
  /** Beneath /api/v1: where they are sent to, and each is read under its id. */
  path: string
  files: readonly F[]
  attaches: boolean
  /** How much room there is for more, beneath the button. */
  room?: ReactNode
  /** Takes one off again; where it is missing none can be. */
  onRemove?: ((file: F) => Promise<unknown>) | undefined
  /** Brings the screen up to date after a change. */
  onChanged: () => Promise<unknown>
  /** What else can be done with one. */
  more?: (file: F) => ReactNode
}

/** What is attached to something, and the way to attach more or to take one off. */
export function AttachedFiles<F extends AttachedFile>(props: AttachedFilesProps<F>) {
  const { title, none, path, files, attaches, room, onRemove, onChanged, more } = props
  const t = useTranslations('ui.files')
  const formats = useFormats()
  return (
    <Panel title={title} note={t('count', { count: files.length })}>
      {files.length === 0 && <p className={css.quiet}>{none}</p>}
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.id}>
            <FileDownload path={`${path}/${file.id}`} name={file.name} scan={file.scan} />
            <span className={css.quiet}>
              {[formats.fileSize(file.size), file.by, formats.dateTime(file.at)].join(' · ')}
            </span>
            {more?.(file)}
            {onRemove && <Remove name={file.name} onRemove={() => onRemove(file).then(onChanged)} />}
            <AttachedView path={`${path}/${file.id}`} name={file.name} scan={file.scan} />
          </li>
        ))}
      </ul>
      {attaches && <Attach path={path} room={room} onChanged={onChanged} />}
    </Panel>
  )
}

function Remove({ name, onRemove }: { name: string; onRemove: () => Promise<unknown> }) {
  const t = useTranslations('ui.files')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const remove = () => {
    setBusy(true)
    void onRemove()
      .then(() => toast.done(t('removed', { name })))
      .catch((failure) => toast.failed(failureText(failure)))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      variant="subtle"
      size="compact-md"
      aria-label={t('removeOne', { name })}
      disabled={busy}
      onClick={remove}
    >
      {t('remove')}
    </Button>
  )
}

type AttachProps = Pick<AttachedFilesProps<AttachedFile>, 'path' | 'room' | 'onChanged'>

function Attach({ path, room, onChanged }: AttachProps) {
  const t = useTranslations('ui.files')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const attach = async (file: File) => {
    const { name } = file
    setBusy(true)
    setWrong(null)
    try {
      await attachFile(path, file)
      await onChanged()
      toast.done(t('attached', { name }))
    } catch (failure) {
      setWrong(t('notAttached', { name, reason: failureText(failure) }))
    }
    setBusy(false)
  }
  return (
    <>
      {wrong !== null && <Refusal>{wrong}</Refusal>}
      <p>
        <PickFiles
          label={t('attach')}
          accept={ATTACHED_ENDINGS}
          loading={busy}
          onPick={([file]) => file && void attach(file)}
        />
      </p>
      {room}
    </>
  )
}
