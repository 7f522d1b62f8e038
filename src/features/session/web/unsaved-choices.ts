import type { Preferences, Session } from '../contract.ts'

let unsaved: { userId: string; choices: Partial<Preferences> } | null = null

/** Of a choice that could not be kept on the server: it acts here until another one is, whatever the session says meanwhile. */
export function keepUnsaved(userId: string, choice: Partial<Preferences>): void {
  unsaved = { userId, choices: { ...(unsaved?.userId === userId && unsaved.choices), ...choice } }
}

export function forgetUnsaved(): void {
  unsaved = null
}

/** The person's choices as they act in this tab. */
export const choicesHere = ({ user }: Session): Preferences => ({
  ...user.preferences,
  ...(unsaved?.userId === user.id && unsaved.choices),
})
