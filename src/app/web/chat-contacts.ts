import { IconHeadset, IconSparkles } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useUnreadMessages } from '../../features/conversations/web/use-unread-messages.ts'
import type { Requirement } from '../../platform/web/access/access.tsx'
import type { Messages } from '../../platform/web/i18n/messages.ts'
import { lazyComponent } from '../../platform/web/lazy-component.ts'

/** Somebody to talk to on the Chat screen: one line here. */
export type ChatContact = Requirement & {
  /** `contact` in the address. */
  key: string
  /** Name and hint, in `chat.contacts` of the messages. */
  label: keyof Messages['chat']['contacts']
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** How many messages wait there; null while it is not known. */
  useUnread: () => number | null
  pane: ComponentType
}

/** In the order of the list; the first one that may be seen is open where the address names none. */
export const chatContacts: readonly ChatContact[] = [
  {
    key: 'assistant',
    label: 'assistant',
    icon: IconSparkles,
    permission: 'assistant.write',
    module: 'chat',
    // It says nothing unless it is asked.
    useUnread: () => 0,
    pane: lazyComponent(() => import('../../features/assistant/web/assistant-pane.tsx')),
  },
  {
    key: 'support',
    label: 'support',
    icon: IconHeadset,
    permission: 'conversations.read',
    module: 'chat',
    useUnread: useUnreadMessages,
    pane: lazyComponent(() => import('../../features/conversations/web/support-pane.tsx')),
  },
]
