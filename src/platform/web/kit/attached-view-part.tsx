import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ReadMail, shownAsOf } from '../../contract/shown-file.ts'
import { portalFetch } from '../api/portal-fetch.ts'
import { useFormats } from '../format/use-formats.tsx'
import css from './attached-view.module.css'
import { useFailureText } from './failure-text.ts'
import { Refusal } from './refusal.tsx'

export type AttachedViewProps = {
  /** Of the file, beneath /api/v1. */
  path: string
  name: string
  scan?: 'pending' | 'clean' | 'infected' | 'failed' | null
}

/** What is seen of an attached file: a picture that the server drew of it, or what a mail says. */
export default function AttachedViewPart({ path, name }: AttachedViewProps) {
  return shownAsOf(name) === 'mail' ? <Mail path={path} /> : <Picture path={path} name={name} />
}

function Picture({ path, name }: { path: string; name: string }) {
  const t = useTranslations('ui.files')
  // One that cannot be drawn is still there to be downloaded.
  const [failed, setFailed] = useState(false)
  if (failed) return null
  return (
    <span className={css.shown}>
      <img
        src={`/api/v1${path}?as=picture`}
        alt={t('picture', { name })}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    </span>
  )
}

function Mail({ path }: { path: string }) {
  const t = useTranslations('ui.files')
  const failureText = useFailureText()
  const [open, setOpen] = useState(false)
  const read = useQuery({
    queryKey: ['attached-mail', path],
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await (await portalFetch(`/api/v1${path}?as=mail`, { signal })).json()) as ReadMail,
  })
  return (
    <span className={css.shown}>
      <Button
        variant="subtle"
        size="compact-md"
        aria-expanded={open}
        loading={open && read.isPending}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'hideMail' : 'readMail')}
      </Button>
      {open && read.isError && <Refusal>{failureText(read.error)}</Refusal>}
      {open && read.data && <MailText mail={read.data} />}
    </span>
  )
}

function MailText({ mail }: { mail: ReadMail }) {
  const t = useTranslations('ui.files.mail')
  const formats = useFormats()
  const head = [
    ['subject', mail.subject],
    ['from', mail.from.join(', ')],
    ['to', mail.to.join(', ')],
    ['date', mail.date === null ? '' : formats.dateTime(mail.date)],
    ['attached', mail.files.join(', ')],
  ] as const
  return (
    <div className={css.mail}>
      <dl>
        {head
          .filter(([, said]) => said !== '')
          .map(([what, said]) => [<dt key={what}>{t(what)}</dt>, <dd key={`${what} said`}>{said}</dd>])}
      </dl>
      <p className={css.text}>{mail.text || t('noText')}</p>
      {mail.cut && <p>{t('cut')}</p>}
    </div>
  )
}
