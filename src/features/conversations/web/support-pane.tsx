import { Button } from '@mantine/core'
import { IconMessagePlus, IconMessages } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import css from './chat.module.css'
import type { ChatSearch } from './chat-search.ts'
import { ConversationList } from './conversation-list.tsx'
import { Hours } from './hours.tsx'
import { NewConversation } from './new-conversation.tsx'
import { Thread } from './thread.tsx'

/** Conversations between a client and the staff: the list, and one of them beside it; on a phone one at a time. */
export default function SupportPane() {
  const t = useTranslations('chat')
  const access = useAccess()
  const [{ conversation, compose, order }, change] = useUrlState<ChatSearch>()
  const writes = can(access, { permission: 'conversations.write', module: 'chat' })
  const composes = compose === true && writes
  return (
    <div className={css.support} data-opened={conversation !== undefined || composes || undefined}>
      <section className={css.side} aria-label={t('conversations')}>
        <Hours />
        {writes && (
          <Button
            leftSection={<IconMessagePlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => change({ compose: true, conversation: undefined, order: undefined })}
          >
            {t('new')}
          </Button>
        )}
        <ConversationList />
      </section>
      {composes ? (
        <NewConversation key={order ?? 'new'} order={order} />
      ) : conversation !== undefined ? (
        <Thread key={conversation} id={conversation} />
      ) : (
        <div className={css.nothing}>
          <EmptyState
            icon={<IconMessages size={22} stroke={1.75} />}
            title={t('choose')}
            {...(writes && { hint: t('chooseHint') })}
          />
        </div>
      )}
    </div>
  )
}
