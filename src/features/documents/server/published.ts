/** How files arrive, are looked at and are opened, for what else keeps files. */

export {
  type AttachmentParts,
  type FoundAttachment,
  mountAttached,
  mountAttaching,
  type NewAttachment,
} from './mount-attachments.ts'
export { refuseUnclean, type ScanState } from './scan/refuse-unscanned.ts'
