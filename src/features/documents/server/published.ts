/** How files arrive, are looked at and are opened, for what else keeps files. */

export { INFECTED, reachable } from './document-rows.ts'
export { STATUS } from './document-status.ts'
/** For the console; `documents.read` is the caller's to check. */
export { documentsOfClient } from './documents-of-client.ts'
export {
  ATTACHED,
  type AttachmentParts,
  type FoundAttachment,
  mountAttached,
  mountAttaching,
  type NewAttachment,
} from './mount-attachments.ts'
