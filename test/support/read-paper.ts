import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TestClient } from './client.ts'
import type { TestPortal } from './portal.ts'

/** A PDF as the portal answers it, with its text page by page, its language, and what stands in its structure. */
export async function takePaper(
  portal: TestPortal,
  actor: TestClient,
  path: string,
  headers: Record<string, string> = {},
) {
  const cookie = [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${portal.url}${path}`, { headers: { cookie, ...headers } })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type') !== 'application/pdf')
    throw new Error(`no PDF but ${response.status} ${bytes.toString('utf8').slice(0, 300)}`)
  return { name: response.headers.get('content-disposition') ?? '', bytes, ...(await readPaper(bytes)) }
}

async function readPaper(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, disableFontFace: true })
  const file = await task.promise
  const pages: string[] = []
  const tags = new Map<string, number>()
  const count = (node: { role?: string; children?: unknown[] }) => {
    if (node.role) tags.set(node.role, (tags.get(node.role) ?? 0) + 1)
    for (const child of node.children ?? []) count(child as never)
  }
  for (let no = 1; no <= file.numPages; no++) {
    const page = await file.getPage(no)
    const { items } = await page.getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('|')
        .replace(/\s+/g, ' '),
    )
    const tree = await page.getStructTree()
    if (tree) count(tree as never)
  }
  const { info } = await file.getMetadata()
  await task.destroy()
  const { Language: language, Title: title } = info as Record<string, string>
  return { pages, tags, language, title }
}
