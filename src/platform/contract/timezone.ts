import * as z from 'zod'
import { fieldMessage } from './field-message.ts'

const isKnown = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A zone that no clock knows would break every date that is written in it. */
export const Timezone = z.string().min(1).max(64).refine(isKnown, fieldMessage('timezone'))
