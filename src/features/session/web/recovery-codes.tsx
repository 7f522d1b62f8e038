import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveBlob } from '../../../platform/web/api/download.ts'
import { brandName } from '../../../platform/web/brand.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './second-factor.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Ten codes, shown this once. */
export function RecoveryCodes({
  codes,
  done,
  onDone,
}: {
  codes: string[]
  done: string
  onDone: () => void
}) {
  const t = useTranslations('secondFactor')
  const [copied, setCopied] = useState(false)
  const lead = useRef<HTMLParagraphElement>(null)
  // The form went away with the focus in it.
  useEffect(() => lead.current?.focus(), [])
  const text = `${t('fileTitle', { brand: brandName })}\n${t('codesText')}\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => toast.failed(t('notCopied')),
    )
  return (
    <div className={css.steps}>
      <p ref={lead} tabIndex={-1} role="status">
        {t('codesText')}
      </p>
      <ul className={css.codes} aria-label={t('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload {...ICON} />}
          onClick={() =>
            saveBlob(
              new Blob([text], { type: 'text/plain;charset=utf-8' }),
              `${brandName}-${t('fileName')}.txt`,
            )
          }
        >
          {t('download')}
        </Button>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck {...ICON} /> : <IconCopy {...ICON} />}
          onClick={copy}
        >
          {t(copied ? 'copied' : 'copy')}
        </Button>
      </div>
      <Button size="md" fullWidth onClick={onDone}>
        {done}
      </Button>
    </div>
  )
}
