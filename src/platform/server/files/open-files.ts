import { fileURLToPath } from 'node:url'
import { openBucketStore } from './bucket-store.ts'
import { type FileStore, openFileStore } from './stored-file.ts'

/** What FILES_URL names: a bucket or a folder. */
export const isFilesAddress = (address: string): boolean =>
  address.startsWith('/') ||
  (URL.canParse(address) &&
    (address.startsWith('file:///') ||
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?(\?.*)?$/.test(address)))

/** Where files are kept: at this address, or else in this folder. */
export function openFiles(address: string | undefined, folder: string): FileStore {
  if (address?.startsWith('s3:')) return openBucketStore(address)
  if (address?.startsWith('file:')) return openFileStore(fileURLToPath(address))
  return openFileStore(address ?? folder)
}
