import { KINDS, type Kind } from './kinds.ts'

/** The example of a kind in each form that is accepted, by content type. */
export function exampleBodies(kind: Kind): Record<string, unknown> {
  const rows = KINDS[kind].example
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: string | number | undefined) =>
    /[",\n]/.test(String(value ?? '')) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? '')
  return {
    'application/json': rows,
    'application/x-ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'text/csv': [headings, ...rows.map((row) => headings.map((heading) => row[heading]))]
      .map((cells) => `${cells.map(cell).join(',')}\n`)
      .join(''),
  }
}
