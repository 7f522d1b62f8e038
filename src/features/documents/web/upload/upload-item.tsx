import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../../platform/web/kit/badge.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { formatOfName, isSafeName } from '../../domain/file-name.ts'
import { FORMAT_NAMES, LARGEST_FILE } from '../../domain/vocabulary.ts'
import css from '../admin/library.module.css'
import type { Upload } from './uploads.ts'

const TONES: Record<Upload['state'], Tone> = {
  ...{ checking: 'mute', ready: 'info', queued: 'info', sending: 'info' },
  ...{ stopped: 'warn', failed: 'bad', refused: 'bad', done: 'good' },
}

type UploadItemProps = {
  item: Upload
  /** It can be sent: whom it is for has been chosen. */
  startable: boolean
  onEdit: () => void
  onStart: () => void
  onStop: () => void
  onRemove: () => void
}

/** One file: what it will be, how far it is, and what can be done. */
export function UploadItem({ item, startable, onEdit, onStart, onStop, onRemove }: UploadItemProps) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const formats = useFormats()
  const failureText = useFailureText()
  const refusal = useRefusal()
  const { file, facts, note, state, sent, waiting, duplicates, fault, id } = item
  const told = [
    d(`types.${facts.type}`),
    facts.shelves.map((shelf) => t(`shelf.${shelf}`)).join(', '),
    facts.number,
    facts.lotNos.length > 0 && `${t('lotNos')}: ${facts.lotNos.join(', ')}`,
    facts.productCode,
    facts.language && new Intl.DisplayNames([formats.locale], { type: 'language' }).of(facts.language),
    facts.effectiveOn && formats.date(facts.effectiveOn),
    note,
  ]
  const button = (label: string, onClick: () => void, disabled = false) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${facts.title}`}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  const waits = ['ready', 'stopped', 'failed'].includes(state)
  return (
    <li className={css.file}>
      <div>
        <strong>{facts.title}</strong>
        <small>
          {file.name} · {formats.fileSize(file.size)}
        </small>
        {state !== 'refused' && <small>{told.filter(Boolean).join(' · ')}</small>}
      </div>
      <div className={css.buttons}>
        <Badge tone={TONES[state]}>{t(waiting ? 'states.waiting' : `states.${state}`)}</Badge>
        {id !== null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('open')}: ${facts.title}`}
            renderRoot={(props) => <Link to="/admin/documents/$id" params={{ id: String(id) }} {...props} />}
          >
            {t('open')}
          </Button>
        )}
        {waits && button(t('editFacts'), onEdit)}
        {(state === 'stopped' || state === 'failed') && button(t('goOn'), onStart, !startable)}
        {(state === 'sending' || state === 'queued') && button(t('stop'), onStop)}
        {state !== 'sending' && state !== 'queued' && button(t('remove'), onRemove)}
      </div>
      {(sent > 0 || state === 'sending') && state !== 'done' && (
        <progress
          max={file.size}
          value={sent}
          aria-label={t('sentOf', { title: facts.title })}
          aria-valuetext={formats.share((sent / file.size) * 100)}
        />
      )}
      {duplicates.length > 0 && (
        <p className={css.quiet}>
          {t('duplicates')}{' '}
          {duplicates.map((one, index) => (
            <span key={one.id}>
              {index > 0 && ', '}
              <Link to="/admin/documents/$id" params={{ id: String(one.id) }}>
                {one.title}
              </Link>
            </span>
          ))}
        </p>
      )}
      {state === 'refused' && <Refusal>{refusal(file)}</Refusal>}
      {state === 'failed' && <Refusal>{failureText(fault)}</Refusal>}
    </li>
  )
}

function useRefusal() {
  const t = useTranslations('library')
  return (file: File) => {
    if (formatOfName(file.name) === undefined) return t('notAccepted', { formats: FORMAT_NAMES.join(', ') })
    if (!isSafeName(file.name)) return t('badName')
    return file.size === 0 ? t('empty') : t('tooLarge', { limit: LARGEST_FILE / 1024 / 1024 })
  }
}
