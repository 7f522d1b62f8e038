import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBucketStore } from './bucket-store.ts'
import { type FileStore, openFileStore } from './stored-file.ts'

/** What FILES_URL names: a bucket or a folder. */
export const isFilesAddress = (address: string): boolean =>
  address.startsWith('/') ||
  (URL.canParse(address) &&
    (address.startsWith('file:///') ||
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?(\?.*)?$/.test(address)))

export const isBucket = (place: string) => place.startsWith('s3:')

/** Places below `DATA_DIR/files`, or below what FILES_URL names, where all servers of the installation find them (J19). */
export function filePlaces({ dataDir, filesUrl }: { dataDir: string; filesUrl?: string | undefined }) {
  const below = (name: string) => {
    if (filesUrl === undefined) return path.join(dataDir, 'files', name)
    return isBucket(filesUrl) ? withinBucket(filesUrl, name) : path.join(folderOf(filesUrl), name)
  }
  return {
    documents: filesUrl ?? below('documents'),
    exports: below('exports'),
    uploads: below('uploads'),
    // What a request brings is looked at by the server that has it; a bucket keeps nothing that is half there.
    incoming: filesUrl && !isBucket(filesUrl) ? below('incoming') : path.join(dataDir, 'files', 'incoming'),
  }
}

function withinBucket(address: string, name: string): string {
  const place = new URL(address)
  place.pathname = `${place.pathname.replace(/\/+$/, '')}/${name}`
  return place.href
}

const folderOf = (place: string) => (place.startsWith('file:') ? fileURLToPath(place) : place)

/** Where files are kept: in a bucket or a folder. */
export const openFiles = (place: string): FileStore =>
  isBucket(place) ? openBucketStore(place) : openFileStore(folderOf(place))
