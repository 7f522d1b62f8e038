import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUrlState } from '../url/use-url-state.ts'
import { IconButton } from './icon-button.tsx'
import { Notice } from './notice.tsx'

const LONGEST = 40

/** A value of an address as a sentence can bear it. */
export const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text

type AddressNoteProps = {
  title: string
  text: string
  /** The parts of the address that it is about: putting it away takes them out. */
  about: readonly string[]
}

/** A line on what the address asks for in vain. */
export function AddressNote({ title, text, about }: AddressNoteProps) {
  const t = useTranslations('ui')
  const [, change] = useUrlState<Record<string, unknown>>()
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
      title={title}
      action={
        <IconButton
          label={t('close')}
          onClick={(event) => {
            // The button goes away with the note: the focus stays with the filters.
            event.currentTarget.closest('main')?.querySelector<HTMLElement>('search input')?.focus()
            change(Object.fromEntries(about.map((part) => [part, undefined])))
          }}
        >
          <IconX size={18} aria-hidden />
        </IconButton>
      }
    >
      {text}
    </Notice>
  )
}
