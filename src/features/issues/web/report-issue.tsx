import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import css from './issues.module.css'
import type { ReportLinks } from './report-links.ts'

const ReportDialog = lazyComponent(() => import('./report-dialog.tsx'))

type ReportIssueProps = {
  label: string
  links?: ReportLinks
  main?: boolean
  /** In a table: only its picture, and named by what it is about. */
  compact?: boolean
  described?: string
}

/** The way to report an issue, for those who may. */
export function ReportIssue({ label, links = {}, main, compact, described }: ReportIssueProps) {
  const access = useAccess()
  // What it is about is settled when it is opened: what happens to the screen below changes nothing of it.
  const [opened, setOpened] = useState<ReportLinks | null>(null)
  if (!can(access, { permission: 'issues.write', module: 'orders' })) return null
  const icon = <IconMessageReport size={18} stroke={1.75} aria-hidden />
  return (
    <>
      <Button
        {...(!main && { variant: 'default' })}
        {...(compact
          ? { size: 'compact-sm', 'aria-label': described, 'data-hint': described }
          : { leftSection: icon })}
        onClick={() => setOpened(links)}
        data-print="no"
      >
        {compact && icon}
        <span className={compact ? css.word : undefined}>{label}</span>
      </Button>
      {/* Its own: while it is fetched, the screen around the button would be away, and the focus with it. */}
      <Suspense fallback={null}>
        {opened && <ReportDialog links={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}
