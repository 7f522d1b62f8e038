import { Button } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Order } from '../../orders/contract.ts'

/** The way to the assistant, with the order in the question. */
export default function AskAboutOrder({ order }: { order: Order }) {
  const t = useTranslations('assistant')
  const number = order.ordNo ?? order.primary
  if (!number) return null
  return (
    <Button
      variant="default"
      leftSection={<IconMessageQuestion size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props: object) => (
        <Link to="/chat" search={{ contact: 'assistant', ask: t('orderQuestion', { number }) }} {...props} />
      )}
    >
      {t('askAboutOrder')}
    </Button>
  )
}
