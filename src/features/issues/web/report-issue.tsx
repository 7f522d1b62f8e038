import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useState } from 'react'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import type { ReportLinks } from './report-links.ts'

const ReportDialog = fetchedPart(() => import('./report-dialog.tsx'))

type ReportIssueProps = { label: string; links?: ReportLinks; main?: boolean }

/** The way to report an issue, for those who may. */
export function ReportIssue({ label, links = {}, main }: ReportIssueProps) {
  const access = useAccess()
  const [opened, setOpened] = useState(false)
  if (!can(access, { permission: 'issues.write', module: 'orders' })) return null
  return (
    <>
      <Button
        {...(!main && { variant: 'default' })}
        leftSection={<IconMessageReport size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      {opened && <ReportDialog links={links} onClose={() => setOpened(false)} />}
    </>
  )
}
