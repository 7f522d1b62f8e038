import * as z from 'zod'

/** Query part of every list: a page size and the opaque cursor of the previous answer. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  cursor: z.string().max(1000).optional(),
}

/** A field to sort by, `-` before it: the other way round. */
export const sortOf = <const Field extends string>(fields: readonly Field[]) =>
  z.enum([...fields, ...fields.map((field) => `-${field}` as const)])

/** `total` counts every matching row; it is there on the first page (no cursor) and null afterwards. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int().nullable() })
