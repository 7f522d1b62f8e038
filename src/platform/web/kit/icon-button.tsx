import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type IconButtonProps = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, 'style'> & { label: string }

/** A button that is only an icon: its label is its name and its hint. */
export const IconButton = ({ label, ...rest }: IconButtonProps) => (
  <ActionIcon color="gray" data-hint={label} aria-label={label} {...rest} />
)
