import { endpoint } from '../../platform/contract/endpoint.ts'
import { IngestAnswer } from '../ingestion/contract.ts'
import { DOCUMENT_HEADINGS } from './domain/upstream-document.ts'

const EXAMPLE = {
  'Document No': 'COA-24-0117',
  Title: 'Certificate of Analysis, lot 24-0117',
  Type: 'coa',
  Lots: ['24-0117'],
  'Effective Date': '2025-08-31',
  'Updated At': '2025-08-31T12:00:00Z',
}

/** Answered outside the typed router: a form with a file, and a key instead of a session. */
export const documentFeedContract = {
  ingest: endpoint
    .route({
      method: 'POST',
      path: '/ingest/documents',
      summary:
        'A document with its file, from upstream; offered at once, or as soon as the scanner found it clean. Not for a key that is bound to a tenant',
      spec: (operation) =>
        ({
          ...operation,
          security: [{ ingestKey: [] }],
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              schema: { type: 'string', maxLength: 255 },
              description: 'The same request with the same key gets the stored answer again, for 30 days',
            },
          ],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['document'],
                  properties: {
                    document: {
                      type: 'object',
                      description: `What it is; comes first. Document No is its key. Fields: ${DOCUMENT_HEADINGS.join(', ')}. With _op delete it is withdrawn for the Reason`,
                      example: EXAMPLE,
                    },
                    file: {
                      type: 'string',
                      format: 'binary',
                      description:
                        'PDF, PNG, JPEG, CSV, XLSX or DOCX of 50 MB at most. Another content is a new version; without a file that of before stays',
                    },
                  },
                },
              },
            },
          },
        }) as typeof operation,
    })
    .meta({ key: 'ingest', audit: 'ingest.batch' })
    .output(IngestAnswer),
}
