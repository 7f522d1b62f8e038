import * as z from 'zod'

/** An address as people type it; compared in its normalised form. */
export const Email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/)
