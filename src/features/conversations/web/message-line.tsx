import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AttachedView } from '../../../platform/web/kit/attached-view.tsx'
import { FileDownload } from '../../../platform/web/kit/file-download.tsx'
import type { Message } from '../contract.ts'
import css from './chat.module.css'
import type { Outgoing } from './use-outgoing.ts'

/** One message as it was said: always as text, whatever stands in it. */
export function MessageLine({ id, message, state }: { id: number; message: Message; state: string | null }) {
  const t = useTranslations('chat')
  const formats = useFormats()
  const { author, byStaff, own, at, text, file, links } = message
  const who = own ? t('you') : author
  const by = [who, byStaff && !own && t('team'), formats.time(at)].filter(Boolean).join(' · ')
  return (
    <li
      data-own={own || undefined}
      data-staff={byStaff || undefined}
      data-summary={message.kind === 'summary' || undefined}
    >
      <span className={css.by}>{by}</span>
      {message.kind === 'summary' && <span className={css.by}>{t('handedOver')}</span>}
      {text !== null && <p className={`${css.text} ${css.bubble}`}>{text}</p>}
      {links.length > 0 && (
        <ul className={css.links}>
          {links.map(({ label, path }) => (
            <li key={path}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
      )}
      {file && <Attachment id={id} file={file} />}
      {state !== null && <span className={css.by}>{state}</span>}
    </li>
  )
}

function Attachment({ id, file }: { id: number; file: NonNullable<Message['file']> }) {
  const formats = useFormats()
  return (
    <span className={css.row}>
      <FileDownload path={`/conversations/${id}/files/${file.id}`} name={file.name} scan={file.scan} />
      <span className={css.by}>{formats.fileSize(file.size)}</span>
      <AttachedView path={`/conversations/${id}/files/${file.id}`} name={file.name} scan={file.scan} />
    </span>
  )
}

type OutgoingLineProps = { message: Outgoing; onAgain: () => void; onDrop: () => void }

/** What was said here and has not arrived yet. */
export function OutgoingLine({ message: { text, wrong }, onAgain, onDrop }: OutgoingLineProps) {
  const t = useTranslations('chat')
  return (
    <li data-own data-outgoing={wrong === null ? 'under way' : 'failed'}>
      <p className={`${css.text} ${css.bubble}`}>{text}</p>
      {wrong === null ? (
        <span className={css.by}>{t('sending')}</span>
      ) : (
        <span className={css.row} role="alert">
          <span className={css.wrong}>{t('notSent', { reason: wrong })}</span>
          <Button variant="default" size="compact-md" onClick={onAgain}>
            {t('again')}
          </Button>
          <Button variant="subtle" size="compact-md" onClick={onDrop}>
            {t('discard')}
          </Button>
        </span>
      )}
    </li>
  )
}
