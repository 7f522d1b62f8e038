import css from './badge.module.css'

/** What a colour means: the text always says it too. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'mute'

export const Badge = ({
  tone,
  hint,
  children,
}: {
  tone: Tone
  hint?: string | undefined
  children: string
}) => (
  <span className={`${css.badge} ${css[tone]}`}>
    <span title={hint ?? (children.length > 24 ? children : undefined)}>{children}</span>
  </span>
)
