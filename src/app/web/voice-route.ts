import { createRoute } from '@tanstack/react-router'
import { voiceNavigation } from '../../features/assistant/web/voice/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

export const voice = createRoute({
  getParentRoute: () => shell,
  path: '/voice-assistant',
  ...screen<object>(voiceNavigation),
  component: lazyPage(() => import('./pages/voice-page.tsx')),
})
