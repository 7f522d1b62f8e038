/** A number of bytes as a figure with its unit, in decimal steps; whole kilobytes below one megabyte, whole gigabytes where they are. */
export function fileSizeOf(bytes: number) {
  const [step, unit, least, most]: [number, string, number, number] =
    bytes < 1e6 ? [1e3, 'kilobyte', 0, 0] : bytes < 1e9 ? [1e6, 'megabyte', 1, 1] : [1e9, 'gigabyte', 0, 1]
  const format = { style: 'unit', unit, minimumFractionDigits: least, maximumFractionDigits: most } as const
  return { value: most === 0 ? Math.ceil(bytes / step) : bytes / step, format }
}
