import type { ReactNode } from 'react'
import css from './notice.module.css'

type NoticeProps = {
  tone: 'warn' | 'bad' | 'info'
  icon: ReactNode
  title: string
  children?: ReactNode
  /** What can be done about it. */
  action?: ReactNode
}

/** A line above the screen on something that concerns all of it. The words say it; the colour only helps. */
export const Notice = ({ tone, icon, title, children, action }: NoticeProps) => (
  <div className={css.notice} data-tone={tone} role="status" data-print="no">
    {icon}
    <p>
      <strong>{title}</strong> {children}
    </p>
    {action}
  </div>
)
