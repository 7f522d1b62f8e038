import { IconMicrophone } from '@tabler/icons-react'
import type { NavigationItem } from '../../../../platform/web/navigation.ts'

export const voiceNavigation: NavigationItem = {
  to: '/voice-assistant',
  label: 'voice',
  icon: IconMicrophone,
  group: 'help',
  order: 15,
  permission: 'assistant.write',
  module: 'voice-assistant',
}
