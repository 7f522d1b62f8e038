import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { MOST_INVITED } from '../contract.ts'
import { readAddresses } from './read-addresses.ts'

/** One address or a pasted list: its field, and how to read it, which answers the addresses or what is wrong with them. */
export function useAddresses() {
  const t = useTranslations('members')
  const formats = useFormats()
  const [text, setText] = useState('')
  const read = (): { emails: string[] } | { wrong: string } => {
    const { good, bad } = readAddresses(text)
    if (bad.length > 0) return { wrong: t('notAddresses', { list: formats.list(bad.slice(0, 5)) }) }
    if (good.length === 0) return { wrong: t('noAddress') }
    if (good.length > MOST_INVITED) return { wrong: t('tooMany', { most: MOST_INVITED }) }
    return { emails: good }
  }
  const field = (wrong: string | null) => (
    <Textarea
      label={t('addresses')}
      description={t('addressesHint')}
      data-autofocus
      rows={5}
      maxLength={40_000}
      value={text}
      error={wrong}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
  return { read, field }
}
