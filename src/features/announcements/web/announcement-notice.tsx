import { IconAlertTriangle, IconInfoCircle, IconTool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import type { AnnouncementKind } from '../contract.ts'
import css from './announcements.module.css'

const LOOKS = {
  information: { tone: 'info', Icon: IconInfoCircle },
  maintenance: { tone: 'warn', Icon: IconTool },
  warning: { tone: 'bad', Icon: IconAlertTriangle },
} as const

type NoticeProps = {
  kind: AnnouncementKind
  language: string
  title: string
  text: string
  action?: ReactNode
}

/** An announcement as its readers see it: plain text with its line breaks. */
export function AnnouncementNotice({ kind, language, title, text, action }: NoticeProps) {
  const { tone, Icon } = LOOKS[kind]
  return (
    <Notice tone={tone} icon={<Icon size={18} stroke={1.75} aria-hidden />} title={title} action={action}>
      <span className={css.text} lang={language}>
        {text}
      </span>
    </Notice>
  )
}
