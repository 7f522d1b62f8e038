import * as z from 'zod'
import { fieldMessage } from './field-message.ts'

/** PostgreSQL's text has no NUL. */
const isStorable = (value: string): boolean => !value.includes('\u0000')

/** A text as it was typed, of so many characters at most. */
export const text = (longest: number) =>
  z.string().max(longest).refine(isStorable, fieldMessage('notStorable'))

/** Without the blanks around it, which do not count. */
export const trimmed = (longest: number) =>
  z.string().trim().max(longest).refine(isStorable, fieldMessage('notStorable'))

/** Not blanks alone. */
export const said = (longest: number) =>
  text(longest).refine((value) => value.trim() !== '', fieldMessage('blank'))

/** One text in each language; English is shown where a language has none. */
export const texts = (one: z.ZodString) => z.object({ en: one.min(1), 'fr-CA': one, de: one, es: one })
