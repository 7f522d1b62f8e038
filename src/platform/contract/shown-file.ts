/** Of a file that is attached: a picture of it that every browser shows, or what a mail says; without it the file itself. */
export const SHOWN_AS = ['picture', 'mail'] as const
export type ShownAs = (typeof SHOWN_AS)[number]

/** What is told of a mail that is attached. */
export type ReadMail = {
  subject: string
  from: string[]
  to: string[]
  /** Null: it names none. */
  date: string | null
  text: string
  /** Only the beginning of the text is told. */
  cut: boolean
  /** What is attached to it, by name. */
  files: string[]
}

const BY_ENDING: Readonly<Record<string, ShownAs>> = {
  ...{ png: 'picture', jpg: 'picture', jpeg: 'picture', webp: 'picture', heic: 'picture', heif: 'picture' },
  ...{ tif: 'picture', tiff: 'picture', eml: 'mail' },
}
/** As what a file of this name is shown; undefined: it has to be opened. */
export const shownAsOf = (name: string): ShownAs | undefined =>
  BY_ENDING[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

/** What can be attached, by the endings of names: for the choice of files. The server looks into each of them. */
export const ATTACHED_ENDINGS = '.pdf,.png,.jpg,.jpeg,.webp,.heic,.heif,.tif,.tiff,.csv,.xlsx,.docx,.eml'
