import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFileExport } from './use-file-export.ts'

type PdfButtonProps = {
  /** Beneath /api/v1. */
  path: string
  /** Of the file, where the server names none. */
  name: string
  /** Where several stand in a list: what this one is, and of which. */
  small?: { label: string; of: string }
}

/** Something on paper, in the language of its company. */
export function PdfButton({ path, name, small }: PdfButtonProps) {
  const t = useTranslations('ui.pdf')
  const file = useFileExport(path, {
    saved: (saved) => t('saved', { name: saved }),
    failed: (reason) => t('failed', { reason }),
  })
  return (
    <Button
      variant="default"
      {...(small
        ? { size: 'compact-sm', 'aria-label': `${small.label} ${small.of}` }
        : { leftSection: <IconFileTypePdf size={18} stroke={1.75} aria-hidden /> })}
      aria-disabled={file.exporting}
      onClick={() => file.start({}, `${name}.pdf`)}
    >
      {small?.label ?? t('label')}
    </Button>
  )
}
