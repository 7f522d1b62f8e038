import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../api/download.ts'
import { Badge } from './badge.tsx'
import { useFailureText } from './failure-text.ts'
import { toast } from './toast.ts'

type FileDownloadProps = {
  /** Beneath /api/v1. */
  path: string
  name: string
  /** What the scanner said, where there is one; what is not clean is not handed out. */
  scan?: 'pending' | 'clean' | 'infected' | 'failed' | null
}

/** A file that was attached to something. */
export function FileDownload({ path, name, scan = null }: FileDownloadProps) {
  const t = useTranslations('ui.files')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const withheld = scan === 'clean' ? null : scan
  const download = () => {
    setBusy(true)
    void downloadFile(path, {}, name)
      .catch((failure) => toast.failed(failureText(failure)))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        aria-label={t('download', { name })}
        aria-disabled={busy}
        disabled={withheld !== null}
        onClick={() => !busy && download()}
      >
        {name}
      </Button>
      {withheld && <Badge tone={withheld === 'pending' ? 'warn' : 'bad'}>{t(`scans.${withheld}`)}</Badge>}
    </>
  )
}
