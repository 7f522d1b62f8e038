/** How files arrive, are looked at and are opened, for what else keeps files. */

/** For the console; `documents.read` is the caller's to check. */
export { documentsOfClient } from './documents-of-client.ts'
export {
  type AttachmentParts,
  type FoundAttachment,
  mountAttached,
  mountAttaching,
  type NewAttachment,
} from './mount-attachments.ts'
export { refuseUnclean, type ScanState } from './scan/refuse-unscanned.ts'
