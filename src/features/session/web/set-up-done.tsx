import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './set-up-page.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type SetUpDoneProps = { secret: string; signedIn: boolean }

/** The first key of upstream, which nobody sees again, and the way in. */
export function SetUpDone({ secret, signedIn }: SetUpDoneProps) {
  const t = useTranslations('setUp')
  const [copied, setCopied] = useState(false)
  const lead = useRef<HTMLParagraphElement>(null)
  // The form went away with the focus in it.
  useEffect(() => lead.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => toast.failed(t('notCopied')),
    )
  return (
    <div className={css.fields}>
      <p ref={lead} className={css.lead} tabIndex={-1} role="status">
        {t(signedIn ? 'doneText' : 'doneSignInText')}
      </p>
      <section aria-label={t('key')} className={css.key}>
        <h2>{t('key')}</h2>
        <p>{t('keyText')}</p>
        <code>{secret}</code>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck {...ICON} /> : <IconCopy {...ICON} />}
          onClick={copy}
        >
          {t(copied ? 'copied' : 'copy')}
        </Button>
      </section>
      {/* A whole new page: the session is looked up afresh. */}
      <Button component="a" href="/" size="md" fullWidth>
        {t('open')}
      </Button>
    </div>
  )
}
