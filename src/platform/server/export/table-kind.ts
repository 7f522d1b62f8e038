import type { Hono } from 'hono'
import type * as z from 'zod'
import type { EndpointMeta } from '../../contract/endpoint.ts'
import type { RequestVariables } from '../http/record-request.ts'
import type { AnswerTableFile, Asked, TableFile } from './answer-table-file.ts'

/** What can be taken as a file: by whom, what can be asked for, and how it is opened. Streamed at once, or by a job (G5). */
export type TableKind<Schema extends z.ZodType = z.ZodType, Row = unknown> = {
  path: string
  meta: EndpointMeta
  input: Schema
  open: (asked: Asked<z.output<Schema>>) => Promise<TableFile<Row>>
}

type FileEndpoint<Schema> = {
  '~orpc': { route: { path?: `/${string}` }; meta: EndpointMeta; inputSchema?: Schema }
}

/** The endpoint of the contract says who may and what; `open` is the feature's. */
export function tableKind<Schema extends z.ZodType, Row>(
  endpoint: FileEndpoint<Schema>,
  open: TableKind<Schema, Row>['open'],
): TableKind {
  const { route, meta, inputSchema } = endpoint['~orpc']
  if (!route.path || !inputSchema) throw new Error('a file has an address and says what can be asked for')
  // Whoever asks for the file parses the input by this very schema.
  return { path: route.path, meta, input: inputSchema, open } as unknown as TableKind
}

/** Its address answers the file while it is made. */
export const mountTableKind = (
  app: Hono<{ Variables: RequestVariables }>,
  answerTableFile: AnswerTableFile,
  { path, meta, input, open }: TableKind,
) => app.get(`/api/v1${path}`, (c) => answerTableFile(c, { meta, input }, open))
