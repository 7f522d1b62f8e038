import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { EXPLAINED_REFUSALS } from '../../features/ingestion/server/published.ts'
import { endpointsOf } from '../../platform/server/endpoint/refuse-unguarded.ts'
import { knownTags, tagOf, takesGzip } from '../../platform/server/http/etag.ts'
import type { RequestVariables } from '../../platform/server/http/record-request.ts'
import { serverMessages } from '../../platform/server/http/server-messages.ts'
import { PROJECT_FOLDER } from '../../platform/server/project-folder.ts'
import { contract } from './features.ts'
import { createOpenApi, type OpenApi, whoMay } from './openapi.ts'

type Schema = { type?: string | string[]; [key: string]: unknown }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; description?: string }
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

const HOW_DATA_IS_READ = path.join(PROJECT_FOLDER, 'docs', 'how-data-is-read.md')

/** Stands in the page that is kept, in the place of each answer's own. */
const NONCE = 'the-nonce-of-the-answer'

/**
 * `/api/v1/openapi.json` for programs, `/api/docs` for people; both from the contracts. Anybody may ask for them as often as they
 * like, so each is written once, until the brand's name changes: the page takes a tenth of a second.
 */
export function mountReference(app: Hono<{ Variables: RequestVariables }>, brandName: () => string) {
  let kept: { name: string; written: ReturnType<typeof write> } | undefined
  const reference = () => {
    const name = brandName()
    if (kept?.name !== name) kept = { name, written: write(name) }
    return kept.written
  }
  app.get('/api/v1/openapi.json', async (c) => {
    const { json, packed, tag } = await reference()
    const isPacked = takesGzip(c.req.header('accept-encoding'))
    c.header('etag', isPacked ? `W/${tag}` : tag)
    c.header('cache-control', 'private, no-cache')
    c.header('vary', 'accept-encoding')
    if (knownTags(c.req.header('if-none-match')).includes(tag)) return c.body(null, 304)
    if (isPacked) c.header('content-encoding', 'gzip')
    return c.body(isPacked ? packed : json, 200, { 'content-type': 'application/json' })
  })
  app.get('/api/docs/how-data-is-read', async (c) => c.text(await readFile(HOW_DATA_IS_READ, 'utf8')))
  app.get('/api/docs', async (c) => c.html((await reference()).page.replaceAll(NONCE, c.get('nonce'))))
}

async function write(brandName: string) {
  const known = await createOpenApi()
  const specification = { ...known, info: { ...known.info, title: `${brandName} API` } }
  const json = new TextEncoder().encode(JSON.stringify(specification))
  return {
    json,
    packed: new Uint8Array(gzipSync(json)),
    tag: tagOf(json),
    page: String(await page(specification, NONCE)),
  }
}

function page(spec: OpenApi, nonce: string) {
  const operations = Object.entries(spec.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  )
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${spec.info.title}</title><style nonce="${nonce}">${raw(STYLE)}</style></head>
<body><main><h1>${spec.info.title}</h1><p>${spec.info.description}</p>
<p><a href="/api/v1/openapi.json">OpenAPI 3.1</a> · <a href="/api/docs/how-data-is-read">How data is read</a> · <a href="/api/v1/ingest/mapping.schema.json">Schema of mappings</a></p>
<nav aria-label="Endpoints"><ul>${operations.map(({ path, method }) => html`<li><a href="#${idOf(method, path)}"><b>${method.toUpperCase()}</b> ${path}</a></li>`)}</ul></nav>
${operations.map(({ path, method, operation }) => section(path, method, operation))}
<h2 id="problems">Problems</h2><dl>${problems()}</dl></main></body></html>`
}

const idOf = (method: string, path: string) => `${method}${path.replace(/[^a-z]+/gi, '-')}`

function section(
  path: string,
  method: string,
  { operationId, summary, description, parameters, requestBody, responses }: Operation,
) {
  const meta = [...endpointsOf(contract)].find((endpoint) => endpoint.name === operationId)?.meta
  return html`<section id="${idOf(method, path)}"><h2><b>${method.toUpperCase()}</b> /api/v1${path}</h2>
<p>${summary}</p>${description ? html`<p>${description}</p>` : ''}${meta ? html`<p>For ${whoMay(meta)}.</p>` : ''}
${parameters?.length ? html`<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">What</th></tr></thead><tbody>${parameters.map(parameterRow)}</tbody></table>` : ''}
${bodies('Body', requestBody?.content)}
${Object.entries(responses ?? {}).map(([status, response]) => bodies(`Answer ${status}`, response.content))}</section>`
}

const parameterRow = (parameter: Parameter) =>
  html`<tr><td><code>${parameter.name}</code>${parameter.required ? ' (required)' : ''}</td><td>${parameter.in}</td><td>${parameter.description ?? ''} <code>${JSON.stringify(parameter.schema)}</code></td></tr>`

const bodies = (label: string, content: Record<string, { schema?: Schema }> | undefined) =>
  Object.entries(content ?? {}).map(
    ([type, { schema }]) =>
      html`<details><summary>${label}: ${type}</summary><pre tabindex="0">${JSON.stringify(schema, null, 1)}</pre></details>`,
  )

const problems = () =>
  Object.entries(serverMessages('en').problems).map(
    ([code, [title, detail]]) =>
      html`<dt id="problem-${code}"><code>${code}</code></dt><dd>${title}. ${detail}${EXPLAINED_REFUSALS.has(code) ? html` <a href="/api/docs/how-data-is-read">How data is read</a>` : ''}</dd>`,
  )

const STYLE = `
body { font: 15px/1.55 system-ui, sans-serif; color: #0d2430; background: #fbf9f4; margin: 0 }
main { max-width: 960px; margin: 0 auto; padding: 24px }
a { color: #003f5f } nav ul { list-style: none; padding: 0; columns: 2 24px } section { border-top: 1px solid #d8d1c0; margin-top: 24px }
h2 { font-size: 18px; overflow-wrap: anywhere } code, pre { font: 13px ui-monospace, monospace; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid #e9e4d8; vertical-align: top }
pre { background: #fff; border: 1px solid #e9e4d8; padding: 8px; overflow: auto } summary { cursor: pointer; padding: 4px 0 }
@media (max-width: 600px) { nav ul { columns: 1 } }
@media (prefers-color-scheme: dark) { body { color: #e9f1f4; background: #07151d } a { color: #86c1de } pre { background: #0d202b; border-color: #1c3743 } th, td, section { border-color: #2a4956 } }
`
