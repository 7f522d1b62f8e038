import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog, Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Mail } from '../contract.ts'
import css from './mail.module.css'
import { mailApi } from './mail-queries.ts'

type RevealProps = { mail: Mail; onClose: () => void }

/** The link of a mail that is not sent, for the administrator to hand over; said first that it is on record. */
export function RevealDialog({ mail: { id, to }, onClose }: RevealProps) {
  const t = useTranslations('mail')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const reveal = async () => {
    setBusy(true)
    try {
      setLink(window.location.origin + (await mailApi.reveal({ id })).link)
    } catch (fault) {
      toast.failed(failureText(fault))
      onClose()
    }
  }
  if (link === null)
    return (
      <ConfirmDialog
        opened
        title={t('revealTitle', { to })}
        text={t('revealText', { to })}
        confirm={t('reveal')}
        pending={busy}
        onConfirm={() => void reveal()}
        onClose={onClose}
      />
    )
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => toast.failed(t('notCopied')),
    )
  return (
    <Dialog
      opened
      title={t('revealed', { to })}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={() => void copy()}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      }
    >
      <p>{t('revealedText')}</p>
      <code className={css.link}>{link}</code>
    </Dialog>
  )
}
