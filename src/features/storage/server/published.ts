/** For what takes files in. */
export {
  keepUpload,
  releaseUpload,
  reserveUpload,
  type StorageDefaults,
  sweepUploads,
  type Upload,
} from './uploads.ts'
