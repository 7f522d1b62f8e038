import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Move } from '../contract.ts'

type MadeProps = { move: Move; confirmed: boolean; onConfirm: (confirmed: boolean) => void }

/** What people made on rows that leave a company, what becomes of each, and that it was read. */
export default function MadeFacts({ move: { made, tenant }, confirmed, onConfirm }: MadeProps) {
  const t = useTranslations('unassigned.made')
  return (
    <>
      <h3>{t('title')}</h3>
      <p>{t('text', { tenant: tenant.name })}</p>
      <ul>
        {made.map(({ kind, count }) => (
          <li key={kind}>{t(kind, { count, tenant: tenant.name })}</li>
        ))}
      </ul>
      <Checkbox
        label={t('confirm')}
        checked={confirmed}
        onChange={(event) => onConfirm(event.currentTarget.checked)}
      />
    </>
  )
}
