import { FORMAT_NAMES, type Format } from './vocabulary.ts'

const LONGEST = 200
// Names that Windows keeps for devices, whatever ending they have.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
// Parts of a path, control signs, and signs that turn the reading direction, so that a name shows another ending.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Whether a file can keep its name wherever it is saved. */
export const isSafeName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= LONGEST &&
  !/\p{Surrogate}/u.test(name) &&
  !UNSAFE.test(name) &&
  !DEVICE.test(name) &&
  !/^[\s.]|[\s.]$/.test(name)

const OTHER_ENDINGS: Record<string, Format> = { jpeg: 'jpg', tiff: 'tif', heif: 'heic' }

/** What the name says that the file is. */
export function formatOfName(name: string): Format | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  const known = ending === undefined ? undefined : (OTHER_ENDINGS[ending] ?? ending)
  return FORMAT_NAMES.find((format) => format === known)
}
