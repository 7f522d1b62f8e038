import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { EndpointMeta } from '../../platform/contract/endpoint.ts'
import { Problem } from '../../platform/contract/problem.ts'
import { contract } from './features.ts'

export type OpenApi = Awaited<ReturnType<OpenAPIGenerator['generate']>>

/** The interface as OpenAPI 3.1, from the same contracts that answer; who may call what stands in each description. */
export async function createOpenApi(): Promise<OpenApi> {
  const specification = await generate()
  const problem = { schema: { $ref: '#/components/schemas/Problem' } }
  for (const path of Object.values(specification.paths ?? {}))
    for (const operation of Object.values(path as Record<string, { responses?: object }>))
      operation.responses = {
        ...operation.responses,
        default: { description: 'A problem', content: { 'application/problem+json': problem } },
      }
  return specification
}

function generate(): Promise<OpenApi> {
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: {
      title: 'API',
      version: '1',
      description:
        'Errors are application/problem+json (RFC 9457). Money is a decimal string with two digits beside its currency; quantities are numbers with up to three decimals; instants are UTC. A read whose address has a name that it does not know is refused (unknown_query) with the names that it knows; _, lang, theme and what begins with utm_ are left aside. To ingestion such names do no harm: the header Portal-Unknown-Query of the answer names them.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ session: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'portal_session' },
        ingestKey: { type: 'http', scheme: 'bearer' },
      },
    },
    commonSchemas: { Problem: { schema: Problem } },
  })
}

/** In words, for the readable reference. */
export function whoMay(meta: EndpointMeta): string {
  if (meta.public) return 'everybody'
  if (meta.signedIn) return 'everybody who is signed in'
  if (meta.key) return `upstream systems, with a key of scope ${meta.key}`
  return [`permission ${meta.permission}`, meta.module && `module ${meta.module}`].filter(Boolean).join(', ')
}
