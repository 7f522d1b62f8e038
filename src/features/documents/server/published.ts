/** How files arrive, are looked at and are opened, for what else keeps files. */

export { formatOfName, isSafeName } from '../domain/file-name.ts'
export { FORMATS } from '../domain/vocabulary.ts'
export type { DocumentFiles } from './document-files.ts'
export { notAccepted } from './receive/inspect-file.ts'
export { type Receiver, receiveFile } from './receive/receive-file.ts'
export { refuseUnclean, type ScanState } from './scan/refuse-unscanned.ts'
