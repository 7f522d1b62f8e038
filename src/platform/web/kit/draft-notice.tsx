import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconFileAlert } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { PersistedDraft } from '../forms/use-persisted-draft.ts'
import css from './draft-notice.module.css'
import { Notice } from './notice.tsx'

type DraftNoticeProps = {
  draft: PersistedDraft
  /** What is there says by itself that it was typed before. */
  quiet?: boolean
}

/** What was typed before is there again, and can be discarded; or another tab has typed meanwhile, and one of both stays. */
export function DraftNotice({ draft, quiet = false }: DraftNoticeProps) {
  const t = useTranslations('ui.draft')
  if (draft.theirs)
    return (
      <Notice
        tone="warn"
        icon={<IconDeviceDesktop size={20} stroke={1.75} aria-hidden />}
        title={t('elsewhere')}
        action={
          <span className={css.acts}>
            <Button variant="default" size="compact-md" onClick={() => draft.settle(false)}>
              {t('takeTheirs')}
            </Button>
            <Button variant="default" size="compact-md" onClick={() => draft.settle(true)}>
              {t('keepMine')}
            </Button>
          </span>
        }
      >
        {t('elsewhereHint')}
      </Notice>
    )
  if (draft.tooLarge)
    return (
      <Notice tone="warn" icon={<IconFileAlert size={20} stroke={1.75} aria-hidden />} title={t('tooLarge')}>
        {t('tooLargeHint')}
      </Notice>
    )
  if (!draft.restored || quiet) return null
  return (
    <p className={css.restored} role="status">
      {t('restored')}{' '}
      <Button variant="subtle" size="compact-md" onClick={draft.forget}>
        {t('discard')}
      </Button>
    </p>
  )
}
