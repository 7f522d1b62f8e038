import { Button, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import { ChoiceField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { AdminDocument } from '../../admin-contract.ts'
import { RETENTIONS, type Retention } from '../../domain/vocabulary.ts'
import css from '../documents.module.css'
import { libraryApi } from './library-queries.ts'

type RetentionPanelProps = { document: AdminDocument; approves: boolean; onDone: () => void }

/** How long a document is kept, whether it is held back, and the way to remove it once it may go. */
export function RetentionPanel({ document, approves, onDone }: RetentionPanelProps) {
  const t = useTranslations('library.retention')
  const formats = useFormats()
  const [opened, setOpened] = useState<'keep' | 'remove' | null>(null)
  const { hold, removableFrom } = document
  const close = () => setOpened(null)
  return (
    <Panel
      title={t('title')}
      actions={
        approves && (
          <span className={css.actions}>
            {document.removable && (
              <Button size="compact-sm" variant="default" onClick={() => setOpened('remove')}>
                {t('remove')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setOpened('keep')}>
              {t('change')}
            </Button>
          </span>
        )
      }
    >
      <dl className={css.facts}>
        <div>
          <dt>{t('class')}</dt>
          <dd>{t(`classes.${document.retention}`)}</dd>
        </div>
        <div>
          <dt>{t('removableFrom')}</dt>
          <dd>{removableFrom ? formats.dateLong(removableFrom) : t('notYet')}</dd>
        </div>
        {hold && (
          <div>
            <dt>{t('hold')}</dt>
            <dd>
              <Badge tone="warn">{t('held')}</Badge> {hold.reason}{' '}
              <small>{t('heldBy', { name: hold.by, date: formats.date(hold.at.slice(0, 10)) })}</small>
            </dd>
          </div>
        )}
      </dl>
      {opened === 'keep' && <KeepDialog document={document} onDone={onDone} onClose={close} />}
      {opened === 'remove' && <RemoveDialog document={document} onClose={close} onDone={onDone} />}
    </Panel>
  )
}

type DialogProps = { document: AdminDocument; onDone: () => void; onClose: () => void }

function KeepDialog({ document, onDone, onClose }: DialogProps) {
  const t = useTranslations('library.retention')
  const [retention, setRetention] = useState<Retention>(document.retention)
  const [reason, setReason] = useState(document.hold?.reason ?? '')
  const keep = async () => {
    await libraryApi.keep({
      ...{ id: document.id, version: document.version, retention },
      hold: reason.trim() || null,
    })
    toast.done(t('saved'))
    onClose()
    onDone()
    return undefined
  }
  return (
    <FormDialog title={t('changeTitle')} submit={t('save')} onSubmit={keep} onClose={onClose}>
      <ChoiceField
        label={t('class')}
        value={retention}
        data={RETENTIONS.map((value) => ({ value, label: t(`classes.${value}`) }))}
        onChange={(event) => setRetention(event.currentTarget.value as Retention)}
      />
      <Textarea
        label={t('holdReason')}
        description={t('holdHint')}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function RemoveDialog({ document, onDone, onClose }: DialogProps) {
  const t = useTranslations('library.retention')
  const navigate = useNavigate()
  const remove = async () => {
    await libraryApi.remove({ id: document.id, version: document.version })
    toast.done(t('removed', { title: document.title }))
    await navigate({ to: '/admin/documents' })
    onDone()
    return undefined
  }
  return (
    <FormDialog danger title={t('removeTitle')} submit={t('remove')} onSubmit={remove} onClose={onClose}>
      <p>{t('removeText', { title: document.title, count: document.versions.length })}</p>
    </FormDialog>
  )
}
