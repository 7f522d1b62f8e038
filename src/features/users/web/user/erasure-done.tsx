import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ERASURE_ACTS, type ErasureReport } from '../../contract.ts'

/** What was done, table by table, and where people wrote of the person. It is told here alone. */
export function ErasureDone({ report, onClose }: { report: ErasureReport; onClose: () => void }) {
  const t = useTranslations('users')
  return (
    <Dialog
      opened
      title={t('erased')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('erasedClose')}</Button>}
    >
      {ERASURE_ACTS.map((act) => {
        const found = report.filter(({ did }) => did === act)
        return (
          found.length > 0 && (
            <section key={act}>
              <p>{t(`erasedActs.${act}`)}</p>
              <ul>
                {found.map(({ table, column, rows }) => (
                  <li key={`${table}.${column}`}>
                    <code>{column ? `${table}.${column}` : table}</code> {t('erasedRows', { count: rows })}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </Dialog>
  )
}
