import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'

type RefusedProps = { title: string; text: string; back?: boolean }

function Refused({ title, text, back = true }: RefusedProps) {
  const t = useTranslations('shell')
  return (
    <>
      <PageHead title={title} />
      <Panel>
        <EmptyState
          title={text}
          icon={<IconLock size={22} stroke={1.75} />}
          actions={back && <Link to="/">{t('returnToDashboard')}</Link>}
        />
      </Panel>
    </>
  )
}

/** The tenant does not have this part of the portal (A8). */
export function ModuleHiddenPage() {
  const t = useTranslations('shell')
  return <Refused title={t('moduleHiddenTitle')} text={t('moduleHiddenText')} />
}

/** The role does not include this screen (A7). */
export function NotAllowedPage() {
  const t = useTranslations('shell')
  return <Refused title={t('notAllowedTitle')} text={t('notAllowedText')} />
}

/** A role, but no screen that goes with it. */
export function NothingVisiblePage() {
  const t = useTranslations('shell')
  return <Refused title={t('nothingVisibleTitle')} text={t('nothingVisibleText')} back={false} />
}
