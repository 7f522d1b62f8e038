import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'

type PickFilesProps = {
  label: string
  accept?: string
  /** Several at once. */
  multiple?: boolean
  disabled?: boolean
  loading?: boolean
  onPick: (files: File[]) => void
}

/** The button that opens the browser's choice of files. The same one can be chosen again; nothing is told of none. */
export function PickFiles({ label, onPick, disabled = false, loading = false, ...choice }: PickFilesProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        disabled={disabled}
        loading={loading}
        leftSection={<IconPaperclip size={18} stroke={1.75} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        {...choice}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    </>
  )
}
