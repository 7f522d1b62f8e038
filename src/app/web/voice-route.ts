import { createRoute } from '@tanstack/react-router'
import { voiceNavigation } from '../../features/assistant/web/voice/navigation.ts'
import { fetchedPage } from '../../platform/web/fetched-part.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

export const voice = createRoute({
  getParentRoute: () => shell,
  path: '/voice-assistant',
  ...screen<object>(voiceNavigation),
  component: fetchedPage(() => import('./pages/voice-page.tsx')),
})
