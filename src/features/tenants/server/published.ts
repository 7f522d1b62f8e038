/** For the first set-up, which makes a key before there is anybody. */
export { newIngestKey } from './new-ingest-key.ts'
