import type { AnnouncementText } from '../contract.ts'

/** The text in the reader's language, or else the first one. */
export const textFor = (texts: readonly AnnouncementText[], language: string): AnnouncementText =>
  texts.find((text) => text.language === language) ?? (texts[0] as AnnouncementText)
