import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { useFileExport } from '../../../platform/web/kit/use-file-export.ts'
import css from './password-panel.module.css'

/** A copy of all that the portal keeps of the asker. */
export default function OwnDataPanel() {
  const t = useTranslations('security')
  const { exporting, start } = useFileExport('/own-data', {
    saved: (name) => t('ownDataSaved', { name }),
    failed: (reason) => t('ownDataFailed', { reason }),
  })
  return (
    <Panel title={t('ownData')}>
      <div className={css.fields}>
        <p>{t('ownDataText')}</p>
        <div>
          <Button
            variant="default"
            loading={exporting}
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            onClick={() => start({}, 'my-data.json')}
          >
            {t('ownDataDownload')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
