import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'

/** A short message at the edge of the screen. Texts come translated; failures stay until they are closed. */
export const toast = {
  done: (message: string) =>
    notifications.show({ message, icon: <IconCheck size={18} />, withBorder: true, autoClose: 5000 }),
  failed: (message: string) =>
    notifications.show({
      message,
      icon: <IconAlertTriangle size={18} />,
      color: 'red',
      withBorder: true,
      autoClose: false,
    }),
}
