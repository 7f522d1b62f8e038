import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { OrdersSearch } from './orders-search.ts'

const FORMATS = ['xlsx', 'csv'] as const

/** Every order that the filters select as a file, however many the table has loaded (G5). */
export function ExportMenu({ filter }: { filter: OrdersSearch }) {
  const t = useTranslations('orders')
  const failureText = useFailureText()
  const [running, setRunning] = useState(false)
  const save = async (format: (typeof FORMATS)[number]) => {
    setRunning(true)
    try {
      await downloadFile('/orders/export', { ...filter, format }, `orders.${format}`)
      toast.done(t('exported'))
    } catch (failure) {
      toast.failed(t('exportFailed', { reason: failureText(failure) }))
    } finally {
      setRunning(false)
    }
  }
  const actions = FORMATS.map((format) => ({
    key: format,
    label: t(`formats.${format}`),
    disabled: running,
    onSelect: () => void save(format),
  }))
  return (
    <ActionMenu
      label={t('export')}
      sections={[{ actions }]}
      trigger={(props) => (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          aria-busy={running || undefined}
          {...props}
        >
          {t(running ? 'exporting' : 'export')}
        </Button>
      )}
    />
  )
}
