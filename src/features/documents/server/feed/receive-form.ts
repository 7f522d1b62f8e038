import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { type RefusalDetails, refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { StoredFile } from '../../../../platform/server/files/stored-file.ts'
import { type Issue, issueText } from '../../../../platform/server/http/issue-text.ts'
import { readMultipart } from '../../../../platform/server/http/multipart.ts'
import { type ProblemCode, serverMessages } from '../../../../platform/server/http/server-messages.ts'
import type { RowError } from '../../../ingestion/contract.ts'
import { readSmall } from '../../../ingestion/server/published.ts'
import { formatOfName, isSafeName } from '../../domain/file-name.ts'
import { readUpstreamDocument, type UpstreamDocument } from '../../domain/upstream-document.ts'
import type { Format } from '../../domain/vocabulary.ts'
import { notAccepted } from '../receive/inspect-file.ts'
import { type Receiver, receiveArriving } from '../receive/receive-file.ts'

/** What a document is takes far less. */
const DESCRIPTION_BYTES = 64 * 1024

export type FedFile = StoredFile & { name: string; format: Format }
/** All that a request says: a document, unless something is wrong with it. */
export type Sent = {
  document: UpstreamDocument | undefined
  file: FedFile | undefined
  errors: RowError[]
  unknown: string[]
  fingerprint: Buffer
}

/** Reads the form: what is wrong with it is told like that of a row, a file that is right is kept. */
export async function receiveForm(
  pieces: AsyncIterable<Uint8Array>,
  boundary: string,
  receiver: Receiver,
): Promise<Sent> {
  const hash = createHash('sha256')
  const errors: RowError[] = []
  let read: ReturnType<typeof readUpstreamDocument> | undefined
  let file: FedFile | undefined
  try {
    for await (const { name, filename, content } of readMultipart(pieces, boundary)) {
      if (name === 'document' && read === undefined) {
        const text = (await readSmall(content, DESCRIPTION_BYTES)).toString()
        hash.update(text)
        read = readUpstreamDocument(json(text), inEnglish)
        errors.push(...read.errors.map(({ field, message }) => wrong(field, 'invalid', message)))
      } else if (name === 'file' && read !== undefined && file === undefined) {
        // What is wrong with the rest is wrong whatever the file is: it is read to its end, and kept by nobody.
        if (!read.document || read.document.op === 'delete') continue
        const received = await receiveFed(filename ?? '', content, receiver)
        if ('code' in received) errors.push(received)
        else file = received
      } else
        throw refuse(422, 'validation', {
          errors: [{ path: name, message: 'document comes first, then file; each once' }],
        })
    }
  } catch (fault) {
    if (file) await receiver.files.remove(file.key)
    throw fault
  }
  if (read === undefined)
    throw refuse(422, 'validation', { errors: [{ path: 'document', message: 'is required' }] })
  if (file) hash.update(`\n${file.name}\n`).update(file.checksum)
  return {
    document: errors.length > 0 ? undefined : read.document,
    file,
    errors,
    unknown: read.unknown,
    fingerprint: hash.digest(),
  }
}

export type Refused = ORPCError<string, RefusalDetails & { code: ProblemCode }>
/** Refused for what it is, so that sending it again changes nothing. */
export const isAboutWhatWasSent = (fault: unknown): fault is Refused =>
  fault instanceof ORPCError && [413, 415, 422].includes(fault.status)

/** As other rows' faults are: for a program and its people, in English. */
export const titleOf = (code: ProblemCode): string => String(serverMessages('en').problems[code][0])

/** The file, kept; or what is wrong with it. What has nothing to do with the file itself is thrown. */
async function receiveFed(
  name: string,
  content: AsyncIterable<Uint8Array>,
  receiver: Receiver,
): Promise<FedFile | RowError> {
  try {
    if (!isSafeName(name)) throw refuse(422, 'bad_file_name')
    const format = formatOfName(name)
    if (!format) throw notAccepted()
    return { ...(await receiveArriving(content, format, receiver)), name, format }
  } catch (fault) {
    if (!isAboutWhatWasSent(fault)) throw fault
    const { code } = fault.data
    return wrong('file', code, titleOf(code))
  }
}

/** As other rows' faults are; what this kind of document asks for has its own words. */
const inEnglish = (issue: Issue, row: unknown) =>
  issue.code === 'custom' && !issue.params ? issue.message : issueText(issue, row, 'en')

export const wrong = (field: string | null, code: string, message: string): RowError => ({
  ...{ row: 1, field, code, message },
})

function json(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
