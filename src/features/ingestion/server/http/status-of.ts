import type { IngestAnswer } from '../../contract.ts'

/** A batch of which nothing could be taken is no success, though it has its number and its answer like every other one. */
export const statusOf = ({ received, rejected }: Pick<IngestAnswer, 'received' | 'rejected'>) =>
  received > 0 && rejected === received ? 422 : 200
