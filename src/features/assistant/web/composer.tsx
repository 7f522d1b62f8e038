import { Button, Textarea } from '@mantine/core'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import css from './assistant.module.css'

const LONGEST = 2000

type ComposerProps = {
  label: string
  placeholder: string
  text: string
  /** An answer is on its way: instead of sending, one can stop it. */
  pending: boolean
  /** Nothing can be asked. */
  closed: boolean
  /** What stands there is not its reader's to change yet. */
  readOnly?: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onType: (text: string) => void
  onSend: () => void
  onStop: () => void
}

/** Where a question is written: Enter sends it, Shift and Enter go to the next line. */
export function Composer({
  label,
  placeholder,
  text,
  pending,
  closed,
  readOnly = false,
  field,
  onType,
  onSend,
  onStop,
}: ComposerProps) {
  const t = useTranslations('assistant')
  const empty = text.trim() === ''
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!empty && !readOnly) onSend()
  }
  return (
    <form
      className={css.write}
      onSubmit={(event) => {
        event.preventDefault()
        if (!empty && !readOnly) onSend()
      }}
    >
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST}
        value={text}
        readOnly={readOnly}
        disabled={pending || closed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      {pending ? (
        <Button
          type="button"
          variant="default"
          leftSection={<IconPlayerStop size={18} stroke={1.75} aria-hidden />}
          onClick={onStop}
        >
          {t('stop')}
        </Button>
      ) : (
        <Button
          type="submit"
          disabled={closed || readOnly || empty}
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
        >
          {t('send')}
        </Button>
      )}
    </form>
  )
}
