import { createRoute } from '@tanstack/react-router'
import { type ChatSearch, readChatSearch } from '../../features/conversations/web/chat-search.ts'
import { chatNavigation } from '../../features/conversations/web/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

export const chat = createRoute({
  getParentRoute: () => shell,
  path: '/chat',
  validateSearch: readChatSearch,
  ...screen<ChatSearch>(chatNavigation),
  component: lazyPage(() => import('./chat/chat-page.tsx')),
})
