import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { saveBlob } from '../../../platform/web/api/download.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import css from './audit.module.css'
import { checkpointQuery } from './audit-queries.ts'

/** Where the chain stood when it was last signed: whoever keeps it elsewhere can prove that nothing before it was cut (D10). */
export function CheckpointLine() {
  const t = useTranslations('audit')
  const formats = useFormats()
  const { data } = useQuery(checkpointQuery)
  if (!data) return null
  const { checkpoint } = data
  if (!checkpoint) return <p className={css.checkpoint}>{t('notSigned')}</p>
  return (
    <Panel
      title={t('checkpoint')}
      note={t('checkpointNote', { at: formats.dateTime(checkpoint.at), count: checkpoint.seq })}
    >
      <dl className={css.checkpoint}>
        <dt>{t('hash')}</dt>
        <dd>
          <code>{checkpoint.hash}</code>
        </dd>
        <dt>{t('fingerprint')}</dt>
        <dd>
          <code>{checkpoint.fingerprint}</code>
        </dd>
      </dl>
      <Button
        variant="default"
        leftSection={<IconCertificate size={18} stroke={1.75} aria-hidden />}
        onClick={() =>
          saveBlob(
            new Blob([`${JSON.stringify(checkpoint, null, 1)}\n`], { type: 'application/json' }),
            `audit-checkpoint-${checkpoint.tenant_id}-${checkpoint.seq}.json`,
          )
        }
      >
        {t('downloadCheckpoint')}
      </Button>
    </Panel>
  )
}
